<?php
/**
 * Writes a consistent copy of the site's database while the site may be in use. PANEL_INPUT holds the names as JSON.
 */
$panel_input = json_decode( (string) getenv( 'PANEL_INPUT' ), true, 4, JSON_THROW_ON_ERROR );
$panel_data  = dirname( (string) getenv( 'PANEL_DOCUMENT_ROOT' ) ) . '/data/';
$panel_to    = $panel_data . basename( $panel_input['to'] );
if ( is_file( $panel_to ) ) {
	unlink( $panel_to );
}
$panel_pdo = new PDO( 'sqlite:' . $panel_data . basename( $panel_input['from'] ) );
$panel_pdo->setAttribute( PDO::ATTR_ERRMODE, PDO::ERRMODE_EXCEPTION );
$panel_pdo->exec( 'PRAGMA busy_timeout = 10000' );
$panel_pdo->prepare( 'VACUUM INTO ?' )->execute( array( $panel_to ) );
echo 'copied';
