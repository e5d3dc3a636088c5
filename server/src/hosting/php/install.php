<?php
/**
 * Installs WordPress into the database that PANEL_DB_FILE names, in one PHP process. Values come as JSON in
 * PANEL_INPUT, never as arguments, which other users of the machine could read.
 */
$panel_input = json_decode( (string) getenv( 'PANEL_INPUT' ), true, 4, JSON_THROW_ON_ERROR );
putenv( 'PANEL_INPUT' );

/** Fills in the placeholders of the template installation (local/prepared-database.ts). */
function panel_fill_in( string $file, array $input ): string {
	$hash = '$wp' . password_hash( base64_encode( hash_hmac( 'sha384', trim( addslashes( $input['adminPassword'] ) ), 'wp-sha384', true ) ), PASSWORD_BCRYPT );
	$pdo  = new PDO( 'sqlite:' . $file );
	$pdo->setAttribute( PDO::ATTR_ERRMODE, PDO::ERRMODE_EXCEPTION );
	$run = fn( string $sql, string ...$values ) => $pdo->prepare( $sql )->execute( $values );
	$now = gmdate( 'Y-m-d H:i:s' );
	$old = 'http://prepared.invalid';
	$pdo->beginTransaction();
	$run( "DELETE FROM wp_options WHERE option_name LIKE '%transient%'" );
	$run( "UPDATE wp_options SET option_value = ? WHERE option_name IN ('siteurl', 'home')", $input['url'] );
	$run( "UPDATE wp_options SET option_value = ? WHERE option_name = 'blogname'", $input['title'] );
	$run( "UPDATE wp_options SET option_value = ? WHERE option_name = 'admin_email'", $input['adminEmail'] );
	$run( "UPDATE wp_options SET option_value = ? WHERE option_name = 'admin_email_lifespan'", (string) ( time() + 182 * 86400 ) );
	$run( 'UPDATE wp_users SET user_login = ?1, user_nicename = ?1, display_name = ?1, user_email = ?2, user_url = ?3, user_pass = ?4, user_registered = ?5', $input['adminUser'], $input['adminEmail'], $input['url'], $hash, $now );
	$run( "UPDATE wp_usermeta SET meta_value = ? WHERE meta_key = 'nickname'", $input['adminUser'] );
	$run( 'UPDATE wp_posts SET guid = replace(guid, ?1, ?2), post_content = replace(post_content, ?1, ?2), post_date = ?3, post_date_gmt = ?3, post_modified = ?3, post_modified_gmt = ?3', $old, $input['url'], $now );
	$run( 'UPDATE wp_comments SET comment_date = ?1, comment_date_gmt = ?1', $now );
	$pdo->commit();
	return $pdo->query( 'SELECT user_pass FROM wp_users' )->fetchColumn() === $hash ? '{"installed":true}' : '{"installed":false}';
}

$panel_file = dirname( (string) getenv( 'PANEL_DOCUMENT_ROOT' ) ) . '/data/' . basename( (string) getenv( 'PANEL_DB_FILE' ) );
if ( is_file( $panel_file ) && filesize( $panel_file ) > 0 ) {
	exit( panel_fill_in( $panel_file, $panel_input ) );
}

$panel_host                = parse_url( $panel_input['url'] );
$_SERVER['HTTP_HOST']      = $panel_host['host'] . ( isset( $panel_host['port'] ) ? ':' . $panel_host['port'] : '' );
$_SERVER['SERVER_NAME']    = $panel_host['host'];
$_SERVER['REQUEST_URI']    = '/wp-admin/install.php';
$_SERVER['REQUEST_METHOD'] = 'GET';
$_SERVER['SERVER_PROTOCOL'] = 'HTTP/1.1';
$_SERVER['REMOTE_ADDR']    = '127.0.0.1';
if ( 'https' === $panel_host['scheme'] ) {
	$_SERVER['HTTPS'] = 'on';
}

define( 'WP_INSTALLING', true );
define( 'WP_SITEURL', $panel_input['url'] );

/** Suppresses the email "Your new WordPress site": the panel notifies its customer itself. */
function wp_new_blog_notification() {
}

// The site does not answer yet, so do not wait for external replies.
$GLOBALS['wp_filter']['pre_http_request'][10]['panel_install'] = array(
	'function'      => fn() => new WP_Error( 'http_request_not_executed', 'No requests while installing.' ),
	'accepted_args' => 0,
);

require getenv( 'PANEL_DOCUMENT_ROOT' ) . '/wp-load.php';
require_once ABSPATH . 'wp-admin/includes/upgrade.php';

// WordPress stores and compares passwords with slashes added, as its login form sends them.
$panel_password = wp_slash( $panel_input['adminPassword'] );

if ( ! is_blog_installed() ) {
	wp_install( $panel_input['title'], $panel_input['adminUser'], $panel_input['adminEmail'], true, '', $panel_password );
	update_option( 'siteurl', $panel_input['url'] );
	update_option( 'home', $panel_input['url'] );
	update_option( 'permalink_structure', '/%year%/%monthnum%/%day%/%postname%/' );
}

$panel_user = get_user_by( 'login', $panel_input['adminUser'] );
echo json_encode(
	array(
		'installed' => is_blog_installed() && $panel_user instanceof WP_User && wp_check_password( $panel_password, $panel_user->user_pass, $panel_user->ID ),
		'version'   => wp_get_wp_version(),
	)
);
