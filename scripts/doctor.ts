import { ConfigError, readConfig } from '../server/src/config/config.ts';
import { dataFolder as folderOf } from './lib/data-folder.mjs';
import { database } from '../server/src/doctor/database.check.ts';
import { findings, type Finding } from '../server/src/doctor/findings.ts';
import { dataFolder, programs } from '../server/src/doctor/machine.check.ts';
import { backups, installationBackup, mail, panel, publicName } from '../server/src/doctor/services.check.ts';

const USAGE = `npm run doctor     says what is wrong with this installation, and how to mend it

It reads the same variables as the panel, and changes nothing. The panel may run meanwhile, and should.
  --json           one JSON object a line
It exits with 1 if something is wrong; what could be better is named and does not count.`;

const SIGNS: Readonly<Record<Finding['level'], string>> = { right: '✓', notice: '!', wrong: '✗' };

if (process.argv.includes('--help')) console.log(USAGE);
else {
  const asJson = process.argv.includes('--json');
  try {
    const config = readConfig({ ...process.env, DATA_DIR: folderOf() });
    const checks = [
      programs(config),
      dataFolder(config),
      panel(config),
      publicName(config),
      database(config),
      mail(config),
      backups(config),
      installationBackup(config),
    ];
    for await (const { about, found } of findings(checks)) {
      if (!asJson) console.log(about);
      for (const finding of found) {
        if (finding.level === 'wrong') process.exitCode = 1;
        if (asJson) console.log(JSON.stringify({ about, ...finding }));
        else console.log(`  ${SIGNS[finding.level]} ${finding.text}${finding.mend ? `\n      ${finding.mend}` : ''}`);
      }
    }
  } catch (error) {
    console.error(error instanceof ConfigError ? error.message : error);
    process.exitCode = 1;
  }
}
