<?php
/**
 * Facts from the database of a site on a server, as the site agent reads them from SQLite files. PANEL_INPUT holds as JSON: `what`
 * is `options`, or `tables` with `since`. The last line printed is `{"answer": …}` as JSON.
 */
$panel_input = json_decode( (string) getenv( 'PANEL_INPUT' ), true, 4, JSON_THROW_ON_ERROR );
require __DIR__ . '/databases.php';
panel_load_wordpress();

/** A description of the WordPress; null when none is installed. */
function panel_options( Panel_Database $database, string $prefix ): ?array {
	$table  = panel_name( "{$prefix}options" );
	$option = fn( string $name ) => (string) ( $database->column( "SELECT SUBSTR(option_value, 1, 1000) FROM $table WHERE option_name = '$name' LIMIT 1" )[0] ?? '' );
	try {
		$users = $database->column( 'SELECT SUBSTR(user_login, 1, 100) FROM ' . panel_name( "{$prefix}users" ) . ' LIMIT 100' );
		$found = array(
			'siteurl'  => $option( 'siteurl' ),
			'home'     => $option( 'home' ),
			'blogname' => $option( 'blogname' ),
			'users'    => $users,
			'prefix'   => $prefix,
		);
	} catch ( Throwable $error ) {
		if ( $database->is_missing( $error ) ) {
			return null;
		}
		throw $error;
	}
	return '' === $found['siteurl'] || array() === $users ? null : $found;
}

/** The rows of each table, and those of people that are newer than a time. */
function panel_counts( Panel_Database $database, string $prefix, string $since ): array {
	$since   = $database->quote( $since );
	$watched = array(
		'posts'     => array( 'posts', "post_modified_gmt >= $since AND post_type <> 'revision' AND post_status <> 'auto-draft'" ),
		'comments'  => array( 'comments', "comment_date_gmt >= $since" ),
		'users'     => array( 'users', "user_registered >= $since" ),
		// The same as in tables.ts of the site agent.
		'wc_orders'               => array( 'orders', "date_created_gmt >= $since" ),
		'edd_orders'              => array( 'orders', "date_created >= $since" ),
		'pmpro_membership_orders' => array( 'orders', "timestamp >= $since" ),
		'mepr_transactions'       => array( 'orders', "created_at >= $since" ),
		'gf_entry'                => array( 'entries', "date_created >= $since" ),
		'wpforms_entries'         => array( 'entries', "date >= $since" ),
		'frm_items'               => array( 'entries', "created_at >= $since" ),
		'fluentform_submissions'  => array( 'entries', "created_at >= $since" ),
		'db7_forms'               => array( 'entries', "form_date >= $since" ),
	);
	$count   = function ( string $table, string $condition ) use ( $database ): ?int {
		try {
			return (int) $database->column( 'SELECT COUNT(*) FROM ' . panel_name( $table ) . " WHERE $condition" )[0];
		} catch ( Throwable $error ) {
			if ( $database->is_missing( $error ) ) {
				return null;
			}
			throw $error;
		}
	};
	$tables  = array();
	foreach ( $database->column( 'SHOW TABLES' ) as $table ) {
		if ( count( $tables ) >= 500 || ! str_starts_with( $table, $prefix ) || ! preg_match( '/^\w{1,64}$/', $table ) ) {
			continue;
		}
		$kind     = $watched[ substr( $table, strlen( $prefix ) ) ] ?? null;
		$tables[] = array(
			'name'  => $table,
			'rows'  => $count( $table, '1' ) ?? 0,
			'kind'  => $kind[0] ?? null,
			'newer' => $kind ? $count( $table, $kind[1] ) : null,
		);
	}
	return $tables;
}

$panel_database = panel_own_database();
$panel_prefix   = $GLOBALS['wpdb']->prefix;
$panel_answer   = 'tables' === $panel_input['what'] ? panel_counts( $panel_database, $panel_prefix, $panel_input['since'] ) : panel_options( $panel_database, $panel_prefix );
echo "\n", json_encode( array( 'answer' => $panel_answer ), JSON_INVALID_UTF8_SUBSTITUTE ), "\n";
