<?php
/**
 * Writes what a difference between two copies of a site compares, one line for each post, option, plugin, user and row: kind, table,
 * key, hash and a description as JSON, separated by tabs. Addresses of the site count as the same on both. PANEL_INPUT holds as JSON:
 * `to`, the name of a file in the data folder, or `post`, the id of a post whose text is printed as `{"answer": …}`.
 */
$panel_input = json_decode( (string) getenv( 'PANEL_INPUT' ), true, 4, JSON_THROW_ON_ERROR );
require __DIR__ . '/digest.php';
panel_load_wordpress();

/** Characters of a post that are shown. */
const PANEL_TEXT = 40000;

/** The text of a post for people. */
function panel_post_text( Panel_Database $database, string $prefix, int $id ): ?array {
	$cut   = fn( string $column, int $most ) => "SUBSTR($column, 1, $most)";
	$table = panel_name( "{$prefix}posts" );
	$read  = fn( string $value ) => $database->column( "SELECT $value FROM $table WHERE ID = $id" )[0] ?? null;
	$title = $read( $cut( 'post_title', 1000 ) );
	if ( null === $title ) {
		return null;
	}
	$content = (string) $read( $cut( 'post_content', PANEL_TEXT + 1 ) );
	$start   = preg_match( '/^.{0,' . PANEL_TEXT . '}/us', $content, $found ) ? $found[0] : substr( $content, 0, PANEL_TEXT );
	return array(
		'title'   => (string) $title,
		'excerpt' => (string) $read( $cut( 'post_excerpt', 4000 ) ),
		'content' => $start,
		'whole'   => $start === $content,
	);
}

$panel_prefix = $GLOBALS['wpdb']->prefix;
set_time_limit( 0 );
if ( isset( $panel_input['post'] ) ) {
	echo "\n", json_encode( array( 'answer' => panel_post_text( panel_own_database(), $panel_prefix, (int) $panel_input['post'] ) ), JSON_INVALID_UTF8_SUBSTITUTE | JSON_UNESCAPED_UNICODE ), "\n";
} else {
	$panel_file = fopen( panel_data() . basename( $panel_input['to'] ), 'x' );
	( new Panel_Digest( panel_own_database(), $panel_prefix, $panel_file ) )->write();
	fclose( $panel_file );
	echo 'digested';
}
