import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isOwnConfig, isWholeConfig, withDatabase, withNewSalts, wpConfig } from '../../src/hosting/local/wp-config.ts';

const ON_A_SERVER = { name: 'site_1', password: 'secret' };
/** As WordPress's own generator of salts writes them. */
const WITH_OTHER_SALTS = wpConfig('wp_', ON_A_SERVER).replaceAll(
  /^define\( '(\w+_(?:KEY|SALT))', '[^']+' \);$/gm,
  (_line, name: string) => `define('${name}',  '|zK+f;Q)$1&<{~ r]n#\\'@${name}');`,
);

test('a configuration with other salts is one that the panel can give another database', () => {
  assert.equal(isOwnConfig(WITH_OTHER_SALTS), false);
  assert.equal(isWholeConfig(WITH_OTHER_SALTS), true);
  const changed = withDatabase(WITH_OTHER_SALTS, { name: 'site_2', password: 'other' }) ?? assert.fail();
  assert.match(changed, /define\( 'DB_NAME', 'site_2' \);/);
  assert.equal(changed.replaceAll('site_2', 'site_1').replace('other', 'secret'), WITH_OTHER_SALTS);
  // Salts in another form are not replaced one by one: the copy gets a new configuration.
  assert.equal(withNewSalts(WITH_OTHER_SALTS), null);
});

test('a configuration that the agent did not return whole is refused', () => {
  assert.equal(isWholeConfig(wpConfig()), true);
  assert.equal(isWholeConfig(wpConfig().slice(0, -100)), false);
  assert.equal(isWholeConfig(wpConfig().replace(/^define\( 'NONCE_SALT'.*$/m, '')), false);
  assert.equal(isWholeConfig(`${wpConfig()}\uFFFD`), false);
});
