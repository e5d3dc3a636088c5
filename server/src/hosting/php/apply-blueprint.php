<?php
/**
 * Makes the database of a blueprint that of this site: users, title and email address come from the database of the
 * fresh installation beside it, which is removed. PANEL_INPUT holds its name as JSON. Addresses are replaced afterwards.
 */
$panel_input = json_decode( (string) getenv( 'PANEL_INPUT' ), true, 4, JSON_THROW_ON_ERROR );
$panel_data  = dirname( (string) getenv( 'PANEL_DOCUMENT_ROOT' ) ) . '/data/';
$panel_fresh = $panel_data . basename( $panel_input['fresh'] );
$panel_pdo   = new PDO( 'sqlite:' . $panel_data . basename( $panel_input['database'] ) );
$panel_pdo->setAttribute( PDO::ATTR_ERRMODE, PDO::ERRMODE_EXCEPTION );
$panel_pdo->prepare( 'ATTACH DATABASE ? AS fresh' )->execute( array( $panel_fresh ) );

/** The columns that a table has in both databases, as a list for a statement. */
function panel_columns( PDO $pdo, string $table ): string {
	$of = fn( string $schema ) => $pdo->query( "PRAGMA $schema.table_info($table)" )->fetchAll( PDO::FETCH_COLUMN, 1 );
	return '"' . implode( '", "', array_intersect( $of( 'main' ), $of( 'fresh' ) ) ) . '"';
}

$panel_address = fn( string $schema ) => (string) $panel_pdo->query( "SELECT option_value FROM $schema.wp_options WHERE option_name = 'siteurl'" )->fetchColumn();
list( $panel_old, $panel_new ) = array( $panel_address( 'main' ), $panel_address( 'fresh' ) );

$panel_pdo->beginTransaction();
foreach ( array( 'wp_users', 'wp_usermeta' ) as $panel_table ) {
	$panel_columns = panel_columns( $panel_pdo, $panel_table );
	$panel_pdo->exec( "DELETE FROM main.$panel_table" );
	$panel_pdo->exec( "INSERT INTO main.$panel_table ($panel_columns) SELECT $panel_columns FROM fresh.$panel_table" );
}
$panel_own = "('blogname', 'admin_email', 'admin_email_lifespan')";
$panel_pdo->exec( "DELETE FROM main.wp_options WHERE option_name IN $panel_own" );
$panel_pdo->exec( "INSERT INTO main.wp_options (option_name, option_value, autoload) SELECT option_name, option_value, autoload FROM fresh.wp_options WHERE option_name IN $panel_own" );
$panel_pdo->exec( 'UPDATE main.wp_posts SET post_author = (SELECT MIN(ID) FROM fresh.wp_users)' );
// Identifiers of posts are left out when addresses are replaced, and these posts are new ones.
$panel_pdo->prepare( 'UPDATE main.wp_posts SET guid = replace(guid, ?, ?)' )->execute( array( $panel_old, $panel_new ) );
$panel_pdo->commit();
$panel_pdo->exec( 'DETACH DATABASE fresh' );
unlink( $panel_fresh );
echo 'applied';
