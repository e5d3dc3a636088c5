<?php
/**
 * Installs WordPress into the database that PANEL_DB_FILE names, in one PHP process. The values come as JSON in
 * PANEL_INPUT: never as arguments, which other users of the machine could read.
 */
$panel_input = json_decode( (string) getenv( 'PANEL_INPUT' ), true, 4, JSON_THROW_ON_ERROR );
putenv( 'PANEL_INPUT' );

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

/** No letter "Your new WordPress site": the panel tells its customer itself. */
function wp_new_blog_notification() {
}

// The site does not answer yet, and nobody waits for what others would say.
$GLOBALS['wp_filter']['pre_http_request'][10]['panel_install'] = array(
	'function'      => fn() => new WP_Error( 'http_request_not_executed', 'No requests while installing.' ),
	'accepted_args' => 0,
);

require getenv( 'PANEL_DOCUMENT_ROOT' ) . '/wp-load.php';
require_once ABSPATH . 'wp-admin/includes/upgrade.php';

// WordPress keeps and compares passwords with slashes added, as they come out of its login form.
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
