<?php
/**
 * The database of a site in the browser: Adminer, with the rights and limits of the site. The edge sends only requests
 * of a session that the panel opened, and its name. There is no form to sign in, no other server and no other database.
 * Runs in the global scope, as Adminer expects.
 */

/** The constants of the site's configuration, which is read without WordPress. */
function panel_read_configuration(): void {
	define( 'ABSPATH', __DIR__ . '/' );
	require dirname( (string) getenv( 'PANEL_DOCUMENT_ROOT' ) ) . '/wp-config.php';
}

/** Whether the database is a file. */
function panel_is_sqlite(): bool {
	return defined( 'DB_ENGINE' ) && 'sqlite' === DB_ENGINE;
}

/**
 * Files that PHP may open from here on: the database, temporary files and our own. SQLite refuses to attach others.
 */
function panel_close_files( string $folder ): void {
	ini_set( 'open_basedir', implode( PATH_SEPARATOR, array( $folder, sys_get_temp_dir(), __DIR__ ) ) );
}

/** What Adminer takes from the address of a page, and remembers of a person who has signed in. */
function panel_choose_database( string $session ): void {
	$sqlite = panel_is_sqlite();
	$driver = $sqlite ? 'sqlite' : 'server';
	$user   = $sqlite ? '' : DB_USER;
	// Pages about servers, other databases and people.
	$hidden = array( 'sqlite', 'sqlite2', 'server', 'pgsql', 'oracle', 'mssql', 'mongo', 'elastic', 'clickhouse', 'simpledb', 'firebird', 'database', 'privileges', 'user', 'key' );
	$_GET   = array(
		$driver    => '',
		'username' => $user,
		'db'       => $sqlite ? DB_FILE : DB_NAME,
	) + array_diff_key( $_GET, array_flip( $hidden ) );
	unset( $_POST['auth'], $_POST['logout'] );
	// No question about a newer version.
	$_COOKIE['adminer_version'] = '';
	unset( $_COOKIE['adminer_permanent'], $_COOKIE['adminer_key'] );
	session_name( 'adminer_sid' );
	$_COOKIE['adminer_sid'] = $session;
	session_cache_limiter( '' );
	session_start();
	$_SESSION['pwds'][ $sqlite ? 'sqlite' : 'server' ][''][ $user ] = '';
}

/** Adminer calls this once its own classes are there. */
function adminer_object(): object {
	class Panel_Adminer extends Adminer {
		public function name() {
			return 'Database';
		}

		public function credentials() {
			return panel_is_sqlite() ? array( '', '', '' ) : array( DB_HOST, DB_USER, DB_PASSWORD );
		}

		public function login( $login, $password ) {
			return true;
		}

		public function database() {
			return panel_is_sqlite() ? DB_FILE : DB_NAME;
		}

		public function databases( $flush = true ) {
			return array();
		}

		/** There is no other database to choose. */
		public function databasesPrint( $missing ) {
			return null;
		}

		/** Where the SQLite integration of WordPress remembers what MySQL would know is no table of the site. */
		public function tableName( $status ) {
			return str_starts_with( $status['Name'], '_wp_sqlite_' ) ? '' : parent::tableName( $status );
		}

		/** Files of the server are not imported. */
		public function importServerPath() {
			return '';
		}

		public function css() {
			return array();
		}

		/** The panel ends the access, so there is nothing to sign out of. */
		public function head() {
			parent::head();
			echo '<meta name="viewport" content="width=device-width"><style>.logout{display:none}</style>';
			return false;
		}
	}
	return new Panel_Adminer();
}

if ( ! preg_match( '~^db-[0-9a-f]{32}$~', $_SERVER['HTTP_X_PANEL_DATABASE'] ) || ! is_file( __DIR__ . '/adminer.php' ) ) {
	panel_refuse( 404, "Not found.\n" );
}
panel_read_configuration();
if ( panel_is_sqlite() ) {
	// Adminer looks for the file in its working directory, and beside the script of the request.
	chdir( DB_DIR );
	$_SERVER['SCRIPT_FILENAME'] = rtrim( DB_DIR, '/' ) . '/database.php';
}
panel_close_files( panel_is_sqlite() ? rtrim( DB_DIR, '/' ) : sys_get_temp_dir() );
panel_choose_database( $_SERVER['HTTP_X_PANEL_DATABASE'] );

require __DIR__ . '/adminer.php';
