<?php
/**
 * Makes the database of a blueprint that of this site: users, title and email address come from the database of the
 * fresh installation beside it, which is removed. PANEL_INPUT holds its name and the prefix of the blueprint's tables as
 * JSON; a fresh installation has `wp_`. Addresses are replaced afterwards.
 */
$panel_input = json_decode( (string) getenv( 'PANEL_INPUT' ), true, 4, JSON_THROW_ON_ERROR );
$panel_data  = dirname( (string) getenv( 'PANEL_DOCUMENT_ROOT' ) ) . '/data/';
$panel_fresh = $panel_data . basename( $panel_input['fresh'] );
$panel_pdo   = new PDO( 'sqlite:' . $panel_data . basename( $panel_input['database'] ) );
$panel_pdo->setAttribute( PDO::ATTR_ERRMODE, PDO::ERRMODE_EXCEPTION );
$panel_pdo->prepare( 'ATTACH DATABASE ? AS fresh' )->execute( array( $panel_fresh ) );

$panel_prefix = $panel_input['prefix'];
/** A table of the blueprint and the same one of the fresh installation, in a statement. @return string[] */
$panel_both = fn( string $name ) => array( "main.\"$panel_prefix$name\"", "fresh.\"wp_$name\"" );

/** The columns that a table has in both databases, as a list for a statement. @param string[] $tables */
function panel_columns( PDO $pdo, array $tables ): string {
	$of = fn( string $table ) => $pdo->query( 'PRAGMA ' . preg_replace( '/\.(.*)$/', '.table_info($1)', $table ) )->fetchAll( PDO::FETCH_COLUMN, 1 );
	return '"' . implode( '", "', array_intersect( ...array_map( $of, $tables ) ) ) . '"';
}

$panel_address = fn( string $options ) => (string) $panel_pdo->query( "SELECT option_value FROM $options WHERE option_name = 'siteurl'" )->fetchColumn();
list( $panel_old, $panel_new ) = array_map( $panel_address, $panel_both( 'options' ) );

$panel_pdo->beginTransaction();
foreach ( array( 'users', 'usermeta' ) as $panel_table ) {
	list( $panel_into, $panel_from ) = $panel_both( $panel_table );
	$panel_columns                   = panel_columns( $panel_pdo, array( $panel_into, $panel_from ) );
	$panel_pdo->exec( "DELETE FROM $panel_into" );
	$panel_pdo->exec( "INSERT INTO $panel_into ($panel_columns) SELECT $panel_columns FROM $panel_from" );
}
// Roles of users are stored under a name with the prefix.
list( $panel_usermeta ) = $panel_both( 'usermeta' );
$panel_pdo->prepare( "UPDATE $panel_usermeta SET meta_key = ? || substr(meta_key, 4) WHERE meta_key LIKE 'wp\\_%' ESCAPE '\\'" )->execute( array( $panel_prefix ) );
$panel_own                            = "('blogname', 'admin_email', 'admin_email_lifespan')";
list( $panel_options, $panel_fresh_options ) = $panel_both( 'options' );
$panel_pdo->exec( "DELETE FROM $panel_options WHERE option_name IN $panel_own" );
$panel_pdo->exec( "INSERT INTO $panel_options (option_name, option_value, autoload) SELECT option_name, option_value, autoload FROM $panel_fresh_options WHERE option_name IN $panel_own" );
list( $panel_posts ) = $panel_both( 'posts' );
list( , $panel_users ) = $panel_both( 'users' );
$panel_pdo->exec( "UPDATE $panel_posts SET post_author = (SELECT MIN(ID) FROM $panel_users)" );
// Identifiers of posts are left out when addresses are replaced, and these posts are new ones.
$panel_pdo->prepare( "UPDATE $panel_posts SET guid = replace(guid, ?, ?)" )->execute( array( $panel_old, $panel_new ) );
$panel_pdo->commit();
$panel_pdo->exec( 'DETACH DATABASE fresh' );
unlink( $panel_fresh );
echo 'applied';
