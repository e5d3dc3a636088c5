<?php
/**
 * Imports the dump `data/import.sql` into the site's new database. PANEL_INPUT has the
 * new address and the expected table prefix. The last line printed is the result as JSON. None of the site's own code is
 * loaded.
 */
$panel_input = json_decode( (string) getenv( 'PANEL_INPUT' ), true, 4, JSON_THROW_ON_ERROR );
putenv( 'PANEL_INPUT' );
set_time_limit( 0 );
ini_set( 'memory_limit', '512M' );
require __DIR__ . '/sql-import.php';

$_SERVER['HTTP_HOST'] = (string) parse_url( $panel_input['url'], PHP_URL_HOST );
panel_load_wordpress();

/** The prefix of the WordPress among the tables: that of its wp-config.php, or the only one. */
function panel_prefix( array $tables, string $expected ): string {
	$found = array();
	foreach ( $tables as $table ) {
		$prefix = preg_match( '/^(\w{1,64})options$/', $table, $match ) ? $match[1] : '';
		if ( '' !== $prefix && ! array_diff( array( "{$prefix}posts", "{$prefix}users", "{$prefix}usermeta" ), $tables ) ) {
			$found[] = $prefix;
		}
	}
	if ( in_array( $expected, $found, true ) ) {
		return $expected;
	}
	if ( 1 !== count( $found ) ) {
		throw new Panel_Dump_Refused(
			array() === $found
				? 'The dump contains no WordPress: the tables options, posts, users and usermeta must have one prefix.'
				: 'The dump contains more than one WordPress (' . implode( ', ', array_slice( $found, 0, 5 ) ) . '). Export the tables of one, or add its wp-config.php.'
		);
	}
	return $found[0];
}

/** Gives the site its new address. @return string[] the old values of siteurl and home */
function panel_readdress( Panel_Database $database, string $prefix, string $url ): array {
	$old = array();
	foreach ( array( 'siteurl', 'home' ) as $name ) {
		$value = $database->column( "SELECT option_value FROM `{$prefix}options` WHERE option_name = '$name'" )[0] ?? null;
		if ( ! is_string( $value ) || ! preg_match( '~^https?://[^\s/]+~i', $value ) ) {
			throw new Panel_Dump_Refused( "The dump has no valid address of its site (the option $name)." );
		}
		$old[ $name ] = rtrim( substr( $value, 0, 500 ), '/' );
		$database->run( "UPDATE `{$prefix}options` SET option_value = " . $database->quote( $url ) . " WHERE option_name = '$name'" );
	}
	// Folders of the other server.
	$database->run( "UPDATE `{$prefix}options` SET option_value = '' WHERE option_name IN ('upload_path', 'rewrite_rules') AND (option_name = 'rewrite_rules' OR option_value LIKE '/%')" );
	return $old;
}

$panel_data = dirname( (string) getenv( 'PANEL_DOCUMENT_ROOT' ) ) . '/data/';
$panel_file = $panel_data . 'import.sql';
$panel_done = 0;
$panel_progress = function ( int $percent ) use ( &$panel_done, $panel_data ) {
	if ( $percent > $panel_done ) {
		file_put_contents( $panel_data . basename( (string) getenv( 'PANEL_PERCENT' ) ), str_repeat( '.', $percent - $panel_done ), FILE_APPEND );
		$panel_done = $percent;
	}
};
try {
	$panel_database = panel_own_database();
	$panel_seen     = panel_import( $panel_file, $panel_database, $panel_progress );
	$panel_prefix   = panel_prefix( $panel_seen['tables'], $panel_input['prefix'] );
	$panel_others   = array_values( array_filter( $panel_seen['tables'], fn( string $table ) => ! str_starts_with( $table, $panel_prefix ) ) );
	$panel_answer   = array(
		'ok'         => true,
		'prefix'     => $panel_prefix,
		'statements' => $panel_seen['statements'],
		'repaired'   => $panel_seen['repaired'],
		'others'     => array(
			'count' => count( $panel_others ),
			'names' => array_slice( $panel_others, 0, 20 ),
		),
	) + panel_readdress( $panel_database, $panel_prefix, $panel_input['url'] );
	$panel_database->finish();
	if ( $panel_database instanceof Panel_On_Server ) {
		panel_remove_drop_in();
	}
	unlink( $panel_file );
	@unlink( $panel_data . basename( (string) getenv( 'PANEL_PERCENT' ) ) );
} catch ( Panel_Dump_Refused $error ) {
	$panel_answer = array(
		'ok'     => false,
		'line'   => $error->getCode() ?: null,
		'reason' => $error->getMessage(),
	);
}
echo "\n", json_encode( $panel_answer, JSON_INVALID_UTF8_SUBSTITUTE ), "\n";
