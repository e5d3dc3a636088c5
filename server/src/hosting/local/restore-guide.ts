import path from 'node:path';

/** What an archive says to somebody who has nothing but the archive. */
export const RESTORE_GUIDE = 'RESTORE.md';
/** The database as SQL, at the top of an archive whose own database is an SQLite file. */
export const PORTABLE_DATABASE = 'database.sql';

type Contents = {
  /** The version of WordPress whose files the archive leaves out; null when it has them. */
  core: string | null;
  php: string | undefined;
  /** The file with the database as SQL; null when the archive has an SQLite file alone. */
  sql: string | null;
};

/** The steps for files alone. */
export const FILES_GUIDE = `Copy everything in the folder \`public\` into the document root of any web server.
`;

const WITHOUT_SQL = `The database could not be written as SQL when this backup was made. The folder \`data\` has it as an SQLite file, which WordPress
reads with the plugin SQLite Database Integration.
`;

const wordpress = ({
  core,
  php,
  sql,
}: Contents & {
  sql: string;
}): string => `You need a server with PHP ${php ?? '8.2'} or newer and its extension mysqli, a MariaDB or MySQL, an empty database with a user,
and a shell. ${core === null ? 'The folder `public` has all files of WordPress.' : `The files of WordPress ${core} are not in the archive: get https://wordpress.org/wordpress-${core}.tar.gz.`}

1. Unpack this archive into an empty folder${core === null ? '' : ', and WordPress beside it, as the folder `wordpress`'}. Go to the folder.
2. Say where the database is, and at which address the site will answer:

   \`\`\`
   export DB_HOST=127.0.0.1 DB_PORT=3306 DB_NAME=… DB_USER=… DB_PASSWORD=… SITE_URL=https://…
   \`\`\`

3. Put the site together, import its database, and write its configuration:

   \`\`\`sh
   mkdir -p wordpress
   cp -R public/. wordpress/
   rm -f wordpress/wp-content/db.php
   MYSQL_PWD="$DB_PASSWORD" mariadb --protocol=tcp --host="$DB_HOST" --port="$DB_PORT" --user="$DB_USER" "$DB_NAME" < ${sql}
   PREFIX=$(sed -n "s/^\\$table_prefix *= *'\\([A-Za-z0-9_]*\\)'.*/\\1/p" wp-config.php)
   {
     echo '<?php'
     for KEY in AUTH_KEY SECURE_AUTH_KEY LOGGED_IN_KEY NONCE_KEY AUTH_SALT SECURE_AUTH_SALT LOGGED_IN_SALT NONCE_SALT; do
       echo "define( '$KEY', '$(head -c 48 /dev/urandom | base64 | tr -d '\\n')' );"
     done
     echo "define( 'DB_NAME', '$DB_NAME' );"
     echo "define( 'DB_USER', '$DB_USER' );"
     echo "define( 'DB_PASSWORD', '$DB_PASSWORD' );"
     echo "define( 'DB_HOST', '$DB_HOST:$DB_PORT' );"
     echo "define( 'DB_CHARSET', 'utf8mb4' );"
     echo "define( 'DB_COLLATE', '' );"
     echo "\\$table_prefix = '$PREFIX';"
     echo "define( 'ABSPATH', __DIR__ . '/' );"
     echo "require_once ABSPATH . 'wp-settings.php';"
   } > wordpress/wp-config.php
   echo "UPDATE \${PREFIX}options SET option_value = '$SITE_URL' WHERE option_name IN ('siteurl', 'home');" |
     MYSQL_PWD="$DB_PASSWORD" mariadb --protocol=tcp --host="$DB_HOST" --port="$DB_PORT" --user="$DB_USER" "$DB_NAME"
   \`\`\`

4. Make the folder \`wordpress\` the document root of the site. At another address than before, replace the old one in the content
   as well, for example with WP-CLI: \`wp search-replace OLD NEW --all-tables\`. Then save the permalinks once in the settings.
`;

/** The steps for a WordPress. */
export const wordpressGuide = ({ sql, ...contents }: Contents): string =>
  sql === null ? WITHOUT_SQL : wordpress({ ...contents, sql });

const APP_DATABASE = `
The file \`${PORTABLE_DATABASE}\` is its PostgreSQL database. Restore it into a new, empty database of the same or a newer version, as the user
whose database it is to be, and give the server the address in \`DATABASE_URL\`:

\`\`\`sh
createdb app
psql --set ON_ERROR_STOP=1 --dbname app --file ${PORTABLE_DATABASE}
\`\`\`
`;

/** The steps for the release of an application. */
export const appGuide = ({
  start,
  nodeVersion,
  hasDatabase,
}: {
  start: { argv: string[]; cwd: string } | null;
  nodeVersion: string | null;
  hasDatabase: boolean;
}): string =>
  `${start ? `Unpack the archive, go to the folder \`${path.posix.join('public', start.cwd)}\`, and start its server with Node.js ${nodeVersion ?? 'of its version'}: \`${start.argv.join(' ')}\`. The server listens at the port in the variable PORT.\n` : FILES_GUIDE}
The file \`settings.json\` says how it was built. The environment variables in it are sealed: only the panel that made this backup opens
them.
${hasDatabase ? APP_DATABASE : ''}`;

/** The steps that restore an archive without the panel, in Markdown. */
export const restoreGuide = (url: string, steps: string): string => `# Restoring this backup by hand

This is a backup of ${url}. The panel restores it by itself; everything it needs elsewhere is in this archive.

${steps}`;
