import { sectionOn } from '@panel/contract';
import { Hono } from 'hono';
import type { AppContext } from '../../context/app-context.ts';
import type { PanelContext, PanelEnv } from '../../context/env.ts';
import { plainError } from '../../context/plain-page.ts';
import { companyOf, publicPartner } from '../../context/public-partner.ts';
import { generateOpenApi } from '../openapi/openapi.ts';
import { callsOf, isOffered, type ApiCall } from './api-calls.ts';
import { DOCS_PATH, type DocsBrand } from './docs-html.ts';
import { groupPage, indexPage } from './docs-pages.ts';
import { guidePage, versionsPage } from './guide-pages.ts';
import { docsStyle } from './docs-style.ts';

/** Its own stylesheet and the partner's pictures: no script, no inline style. */
const POLICY =
  "default-src 'none'; style-src 'self'; img-src 'self' data:; form-action 'self'; base-uri 'none'; frame-ancestors 'none'";
const HEADERS: Readonly<Record<string, string>> = {
  'cache-control': 'no-cache',
  'content-security-policy': POLICY,
  'cross-origin-opener-policy': 'same-origin',
  'referrer-policy': 'same-origin',
  'x-frame-options': 'DENY',
};

/** The documentation of the API for this host's partner, for everyone, as /openapi.json is. */
export function apiDocsPages(
  { config }: Pick<AppContext, 'config'>,
  generate: typeof generateOpenApi = generateOpenApi,
): Hono<PanelEnv> {
  const pages = new Hono<PanelEnv>();
  let made: Promise<ApiCall[]> | undefined;
  const callsFor = async (c: PanelContext): Promise<ApiCall[]> => {
    made ??= generate()
      .then(callsOf)
      .catch((error: unknown) => {
        // The next visitor tries again.
        made = undefined;
        throw error;
      });
    const all = await made;
    const partner = publicPartner(config, c.get('partner'));
    return all.filter((call) => isOffered(call, partner));
  };
  const brandFor = (c: PanelContext): DocsBrand => {
    const partner = publicPartner(config, c.get('partner'));
    return {
      company: companyOf(c.get('partner')),
      logo: partner.logo,
      favicon: partner.favicon,
      style: docsStyle(partner.attributes).version,
      help: sectionOn(partner, 'help'),
    };
  };

  pages.get(DOCS_PATH, async (c) =>
    c.html(indexPage(await callsFor(c), c.req.query('q')?.trim() ?? '', brandFor(c)), 200, HEADERS),
  );
  pages.get(`${DOCS_PATH}/guide`, (c) => {
    // A proxy with a certificate asks this server by http: the address is the one that emails name.
    const { domainAccessLink } = publicPartner(config, c.get('partner'));
    return c.html(guidePage(domainAccessLink, brandFor(c)), 200, HEADERS);
  });
  pages.get(`${DOCS_PATH}/versions`, async (c) => c.html(versionsPage(await callsFor(c), brandFor(c)), 200, HEADERS));
  pages.get(`${DOCS_PATH}/calls/:group`, async (c) => {
    const html = groupPage(await callsFor(c), c.req.param('group'), brandFor(c));
    return html ? c.html(html, 200, HEADERS) : plainError('NOT_FOUND');
  });
  pages.get(`${DOCS_PATH}/style.css`, (c) => {
    const { css, version } = docsStyle(c.get('partner').attributes);
    const isCurrent = c.req.query('v') === version;
    return c.body(css, 200, {
      'content-type': 'text/css; charset=utf-8',
      'cache-control': isCurrent ? 'public, max-age=31536000, immutable' : 'no-cache',
    });
  });
  return pages;
}
