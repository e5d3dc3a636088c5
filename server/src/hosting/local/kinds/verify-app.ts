import type { Verification } from '../../driver.ts';
import { plainText } from '../../../lib/plain-text.ts';
import { askFollowing } from '../ask-site.ts';
import { linkedRelease, readRelease } from '../releases.ts';
import type { Asked } from '../verify-site.ts';

const NAME = 'The home page answers';
const LONGEST = 300;

/** Files must show a page. What a server says at its root is its own business, as long as it is no failure. */
export async function verifyApp({ folder, endpoint, publicUrl, signal, page }: Asked): Promise<Verification> {
  const buildId = await linkedRelease(folder);
  const release = buildId === null ? null : await readRelease(folder, buildId);
  const check = release?.runtime === 'node' ? await ask() : await page('/', NAME);
  return { ok: check.ok, checks: [check], info: { wpVersion: null, phpVersion: null } };

  async function ask() {
    try {
      const { status, contentType } = await askFollowing(endpoint, publicUrl, '/', signal);
      return { name: NAME, ok: status < 500, detail: plainText(`${status} ${contentType}`, LONGEST) };
    } catch (error) {
      return {
        name: NAME,
        ok: false,
        detail: plainText(error instanceof Error ? error.message : String(error), LONGEST),
      };
    }
  }
}
