<?php
/**
 * Writes a consistent copy of a database while the site may be in use. PANEL_INPUT holds as JSON: `from` and `to`, each the
 * name of an SQLite file or of a dump (`.sql`) in the data folder, or `server` for the database on the server that
 * wp-config.php names. With `groups`, kinds of tables separated by spaces, and their `prefix`, only these tables are
 * copied, and they replace those of the target.
 */
$panel_input = json_decode( (string) getenv( 'PANEL_INPUT' ), true, 4, JSON_THROW_ON_ERROR );
$panel_from  = basename( $panel_input['from'] );
$panel_to    = basename( $panel_input['to'] );
$panel_data  = dirname( (string) getenv( 'PANEL_DOCUMENT_ROOT' ) ) . '/data/';

if ( str_ends_with( $panel_from, '.sqlite' ) && str_ends_with( $panel_to, '.sqlite' ) ) {
	if ( is_file( $panel_data . $panel_to ) ) {
		unlink( $panel_data . $panel_to );
	}
	$panel_pdo = new PDO( 'sqlite:' . $panel_data . $panel_from );
	$panel_pdo->setAttribute( PDO::ATTR_ERRMODE, PDO::ERRMODE_EXCEPTION );
	$panel_pdo->exec( 'PRAGMA busy_timeout = 10000' );
	$panel_pdo->prepare( 'VACUUM INTO ?' )->execute( array( $panel_data . $panel_to ) );
	exit( 'copied' );
}

require __DIR__ . '/sql-import.php';
require __DIR__ . '/sql-export.php';
if ( 'server' === $panel_from || 'server' === $panel_to ) {
	panel_load_wordpress();
	if ( ! ( panel_own_database() instanceof Panel_On_Server ) ) {
		throw new RuntimeException( 'wp-config.php names no database on a server' );
	}
}
set_time_limit( 0 );
$panel_open   = fn( string $name ) => 'server' === $name ? panel_own_database() : panel_file_database( $name );
$panel_groups = isset( $panel_input['groups'] ) ? array_intersect_key( panel_table_groups( $panel_input['prefix'] ), array_flip( explode( ' ', $panel_input['groups'] ) ) ) : null;

$panel_dump = $panel_data . $panel_from;
if ( ! str_ends_with( $panel_from, '.sql' ) ) {
	$panel_dump = str_ends_with( $panel_to, '.sql' ) ? $panel_data . $panel_to : tempnam( sys_get_temp_dir(), 'dump-' );
	panel_export( $panel_open( $panel_from ), $panel_dump, $panel_groups );
}
if ( ! str_ends_with( $panel_to, '.sql' ) ) {
	$panel_target = $panel_open( $panel_to );
	if ( null !== $panel_groups ) {
		foreach ( panel_tables_of( $panel_target, $panel_groups ) as $panel_table ) {
			$panel_target->run( 'DROP TABLE ' . panel_name( $panel_table ) );
		}
	}
	panel_import( $panel_dump, $panel_target );
	unlink( $panel_dump );
	if ( 'server' === $panel_to ) {
		panel_remove_drop_in();
	}
}
echo 'copied';
