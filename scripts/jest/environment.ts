import { TestEnvironment as JsdomEnvironment } from 'jest-environment-jsdom';
import { quickComputedStyle } from './quick-computed-style.ts';

/**
 * What browsers have and jsdom lacks, taken from Node. `AbortSignal` and `Blob` must be Node's as well: its `Request`
 * accepts no others. Not `MessageChannel`: Node's keeps a worker alive.
 */
const FROM_NODE = [
  'fetch',
  'Request',
  'Response',
  'Headers',
  'FormData',
  'Blob',
  'File',
  'AbortController',
  'AbortSignal',
  'ReadableStream',
  'WritableStream',
  'TransformStream',
  'TextEncoder',
  'TextDecoder',
  'TextEncoderStream',
  'TextDecoderStream',
  'CompressionStream',
  'DecompressionStream',
  'structuredClone',
  'Uint8Array',
  'ArrayBuffer',
  'URL',
  'URLSearchParams',
] as const;

/** jsdom with Node's network and streams. */
export default class PanelEnvironment extends JsdomEnvironment {
  override async setup(): Promise<void> {
    await super.setup();
    this.global.getComputedStyle = quickComputedStyle(this.global, this.global.getComputedStyle);
    const FormDataOfForms = this.global.FormData;
    for (const name of FROM_NODE) {
      Object.defineProperty(this.global, name, { value: globalThis[name], configurable: true, writable: true });
    }
    // Node's does not accept a form, and React reads the submitted form.
    class PageFormData extends FormData {
      constructor(form?: HTMLFormElement, submitter?: HTMLElement | null) {
        super();
        if (!form) return;
        for (const [name, value] of new FormDataOfForms(form, submitter).entries()) this.append(name, value);
      }
    }
    Object.defineProperty(this.global, 'FormData', { value: PageFormData, configurable: true, writable: true });
  }
}
