import * as v from 'valibot';
import { HostingError } from '../../hosting/hosting-error.ts';
import type { HostingDriver } from '../../hosting/driver.ts';
import { runPhp } from './run-php.ts';

/**
 * The site stores the hash of a token for one login within a minute; `prepend.php` uses it. The user is the one that the
 * site was created with, or the first administrator when that one is gone.
 */
const PREPARE = `$user = get_user_by('login', $input['user']);
if (!$user || !user_can($user, 'manage_options')) $user = get_users(array('role' => 'administrator', 'number' => 1, 'orderby' => 'ID'))[0] ?? null;
if ($user) {
  $token = bin2hex(random_bytes(32));
  update_option('panel_login', array('hash' => hash('sha256', $token), 'user' => $user->ID, 'until' => time() + 60), false);
}
$answer($user ? $token : null);`;

const Token = v.nullable(v.pipe(v.string(), v.regex(/^[0-9a-f]{64}$/)));

/**
 * An address of the site that logs its visitor in to wp-admin, once and within a minute.
 * @throws HostingError UNSUPPORTED when the site has no administrator
 */
export async function adminLoginUrl(
  hosting: HostingDriver,
  site: { id: string; url: string; adminUser: string },
): Promise<string> {
  const input = { user: site.adminUser };
  const token = await runPhp(hosting, site.id, {
    code: PREPARE,
    input,
    schema: Token,
    failure: 'We could not log you in to wp-admin.',
  });
  if (token !== null) return `${site.url}/wp-login.php?panel-login=${token}`;
  throw new HostingError('UNSUPPORTED', 'This WordPress has no administrator. Restore a backup or contact support.', {
    retryable: false,
  });
}
