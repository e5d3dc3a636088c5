<?php
/**
 * Front controller of a hosted site, for PHP's own server and for php-wasm. It runs in the global scope, as WordPress
 * expects, so everything but the last `require` is in functions.
 */

/** Ends the request with a plain response. */
function panel_refuse( int $status, string $text ): void {
	http_response_code( $status );
	header( 'Content-Type: text/plain; charset=utf-8' );
	echo $text;
	exit;
}

/** Accepts requests from the edge only, which has checked the password and removed the panel's cookies. */
function panel_check_caller(): void {
	$token = (string) getenv( 'PANEL_EDGE_TOKEN' );
	if ( '' === $token || ! hash_equals( $token, $_SERVER['HTTP_X_PANEL_EDGE'] ?? '' ) ) {
		header( 'X-Panel-Edge: refused' );
		panel_refuse( 421, "This address is not served here.\n" );
	}
	// Before code of the site runs: the panel asks which PHP this is.
	if ( hash_equals( $token, $_SERVER['HTTP_X_PANEL_VERSION'] ?? '' ) ) {
		panel_refuse( 200, PHP_VERSION );
	}
	unset( $_SERVER['HTTP_X_PANEL_EDGE'], $_SERVER['HTTP_X_PANEL_VERSION'] );
	if ( 'https' === ( $_SERVER['HTTP_X_FORWARDED_PROTO'] ?? '' ) ) {
		$_SERVER['HTTPS'] = 'on';
	}
	$client = trim( explode( ',', $_SERVER['HTTP_X_FORWARDED_FOR'] ?? '' )[0] );
	if ( false !== filter_var( $client, FILTER_VALIDATE_IP ) ) {
		$_SERVER['REMOTE_ADDR'] = $client;
	}
}

/** Whether a path may be answered at all: no dot files, configuration, database, or code among uploads. */
function panel_is_public( string $path ): bool {
	if ( str_contains( $path, "\0" ) || str_contains( $path, '\\' ) ) {
		return false;
	}
	foreach ( explode( '/', $path ) as $segment ) {
		if ( '..' === $segment || ( str_starts_with( $segment, '.' ) && '.well-known' !== $segment && '' !== $segment ) ) {
			return false;
		}
	}
	return ! preg_match( '~(^|/)wp-config[^/]*\.php|\.(sqlite|sqlite-journal|sqlite-wal|db|sql|log|bak|phar|ini|sh)$|^/wp-content/(db\.php|mu-plugins/.*\.php|uploads/.*\.(php|phtml|phar)(/|$))|^/wp-sqlite(/|$)~i', $path );
}

/** A file below the document root, with links resolved, or null. */
function panel_file( string $root, string $path ): ?string {
	$file = realpath( $root . $path );
	return false !== $file && is_file( $file ) && str_starts_with( $file, $root . '/' ) ? $file : null;
}

/** Sends a static file. The edge serves most of them itself and adds ranges and validators. */
function panel_send( string $file ): void {
	$types = array( 'css' => 'text/css', 'js' => 'text/javascript', 'mjs' => 'text/javascript', 'html' => 'text/html; charset=utf-8', 'htm' => 'text/html; charset=utf-8', 'txt' => 'text/plain; charset=utf-8', 'xml' => 'application/xml', 'json' => 'application/json', 'svg' => 'image/svg+xml', 'png' => 'image/png', 'jpg' => 'image/jpeg', 'jpeg' => 'image/jpeg', 'gif' => 'image/gif', 'webp' => 'image/webp', 'avif' => 'image/avif', 'ico' => 'image/x-icon', 'woff' => 'font/woff', 'woff2' => 'font/woff2', 'pdf' => 'application/pdf' );
	header( 'Content-Type: ' . ( $types[ strtolower( pathinfo( $file, PATHINFO_EXTENSION ) ) ] ?? 'application/octet-stream' ) );
	header( 'Content-Length: ' . filesize( $file ) );
	if ( 'HEAD' !== $_SERVER['REQUEST_METHOD'] ) {
		readfile( $file );
	}
	exit;
}

/** Chooses the script for a request, sends a plain file, or redirects a folder to its slash. */
function panel_route(): string {
	panel_check_caller();
	if ( isset( $_SERVER['HTTP_X_PANEL_DATABASE'] ) ) {
		return __DIR__ . '/database.php';
	}
	$root = realpath( (string) getenv( 'PANEL_DOCUMENT_ROOT' ) );
	$path = rawurldecode( explode( '?', $_SERVER['REQUEST_URI'], 2 )[0] );
	if ( ! str_starts_with( $path, '/' ) || ! panel_is_public( $path ) ) {
		panel_refuse( 404, "Not found.\n" );
	}
	$_SERVER['DOCUMENT_ROOT'] = $root;
	if ( is_dir( $root . $path ) && null !== panel_file( $root, rtrim( $path, '/' ) . '/index.php' ) ) {
		if ( ! str_ends_with( $path, '/' ) ) {
			$query = $_SERVER['QUERY_STRING'] ?? '';
			header( 'Location: ' . preg_replace( '~^/+~', '/', $path ) . '/' . ( '' === $query ? '' : '?' . $query ), true, 301 );
			exit;
		}
		$path .= 'index.php';
	}
	$info = '';
	if ( preg_match( '~^(.+?\.php)(/.*)$~', $path, $parts ) ) {
		list( , $path, $info ) = $parts;
	}
	$file = panel_file( $root, $path );
	if ( null !== $file && '.php' !== strtolower( substr( $file, -4 ) ) ) {
		panel_send( $file );
	}
	if ( null === $file ) {
		list( $path, $info, $file ) = array( '/index.php', '', $root . '/index.php' );
	}
	unset( $_SERVER['PATH_INFO'] );
	if ( '' !== $info ) {
		$_SERVER['PATH_INFO'] = $info;
	}
	$_SERVER['SCRIPT_NAME']     = $path;
	$_SERVER['PHP_SELF']        = $path . $info;
	$_SERVER['SCRIPT_FILENAME'] = $file;
	chdir( dirname( $file ) );
	return $file;
}

// PHP's own server does not run auto_prepend_file before a router.
require_once __DIR__ . '/prepend.php';

require panel_route();
