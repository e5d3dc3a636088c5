<?php
/**
 * Runs before every script of a site. A site has no network except the panel's proxy and mail relay, whose addresses
 * are in the settings panel.proxy and panel.smtp; this makes WordPress and PHP use them. Without them WordPress sends
 * no email.
 */

/** All HTTP requests of WordPress use the proxy, including those of the site to itself. */
function panel_use_proxy( string $address ): void {
	list( $host, $port ) = explode( ':', $address );
	defined( 'WP_PROXY_HOST' ) || define( 'WP_PROXY_HOST', $host );
	defined( 'WP_PROXY_PORT' ) || define( 'WP_PROXY_PORT', $port );
	stream_context_set_default( array( 'http' => array( 'proxy' => 'tcp://' . $address ) ) );
	panel_hook( 'pre_http_send_through_proxy', '__return_true' );
}

/** Adds a filter before WordPress is loaded, which adopts the content of this variable. */
function panel_hook( string $name, callable|string $function, int $arguments = 1 ): void {
	$GLOBALS['wp_filter'][ $name ][1]['panel'] = array( 'function' => $function, 'accepted_args' => $arguments );
}

/** WordPress sends email through the relay, unless a plugin has chosen another way. */
function panel_mailer( $mailer ): void {
	if ( 'mail' !== $mailer->Mailer ) {
		return;
	}
	list( $mailer->Host, $mailer->Port ) = explode( ':', get_cfg_var( 'panel.smtp' ) );
	$mailer->isSMTP();
	$mailer->SMTPAuth    = false;
	$mailer->SMTPAutoTLS = false;
	$mailer->Timeout     = 30;
}

/**
 * Inside the panel, requests to the site's own address are unencrypted; the edge adds the header for the visitor's
 * scheme.
 */
function panel_ask_itself( $answer, $arguments, $url ) {
	list( $plain, $shown ) = $GLOBALS['panel_origins'] ?? array( '', '' );
	if ( false === $answer && '' !== $shown && str_starts_with( "$url/", "$shown/" ) ) {
		return wp_remote_request( $plain . substr( $url, strlen( $shown ) ), $arguments );
	}
	$own = wp_parse_url( get_option( 'home' ) );
	if ( false !== $answer || 'https' !== ( $own['scheme'] ?? '' ) || wp_parse_url( $url, PHP_URL_SCHEME ) !== 'https' || wp_parse_url( $url, PHP_URL_HOST ) !== $own['host'] ) {
		return $answer;
	}
	return wp_remote_request( 'http' . substr( $url, 5 ), $arguments );
}

/**
 * Visitors who came by https get https addresses, with the name and port of their request, also where the site's own address is an
 * http one. Otherwise WordPress would send them to a port that speaks no TLS. What is stored stays.
 */
function panel_https_address( $url ) {
	$host  = $_SERVER['HTTP_HOST'] ?? '';
	$found = is_string( $url ) && preg_match( '~^http://([^/?#:]+)(:\d+)?(?=[/?#]|$)~i', $url, $own );
	if ( ! $found || 'on' !== ( $_SERVER['HTTPS'] ?? '' ) || 0 !== strcasecmp( $own[1], explode( ':', $host )[0] ) ) {
		return $url;
	}
	$GLOBALS['panel_origins'] = array( $own[0], "https://$host" );
	return "https://$host" . substr( $url, strlen( $own[0] ) );
}

/** Addresses in stored content, which browsers would refuse to load into a page that came by https. */
function panel_https_content( $html ) {
	return isset( $GLOBALS['panel_origins'] ) && is_string( $html ) ? str_replace( $GLOBALS['panel_origins'][0] . '/', $GLOBALS['panel_origins'][1] . '/', $html ) : $html;
}

/** The code of an SMTP server's response, 0 if there is none. */
function panel_smtp( $socket, ?string $line = null ): int {
	if ( null !== $line ) {
		fwrite( $socket, $line . "\r\n" );
	}
	do {
		$answer = fgets( $socket, 2048 );
	} while ( is_string( $answer ) && '-' === ( $answer[3] ?? '' ) );
	return (int) $answer;
}

/** Delivers one email to the relay. */
function panel_deliver( array $recipients, string $mail ): bool {
	$socket = @stream_socket_client( 'tcp://' . get_cfg_var( 'panel.smtp' ), $code, $message, 5 );
	if ( false === $socket ) {
		return false;
	}
	stream_set_timeout( $socket, 30 );
	$lines    = array_merge( array( 'EHLO site', 'MAIL FROM:<>' ), array_map( fn( $to ) => "RCPT TO:<$to>", $recipients ) );
	$accepted = 220 === panel_smtp( $socket );
	foreach ( $lines as $line ) {
		$accepted = $accepted && 250 === panel_smtp( $socket, $line );
	}
	$accepted = $accepted && 354 === panel_smtp( $socket, 'DATA' ) && 250 === panel_smtp( $socket, preg_replace( '/^\./m', '..', $mail ) . "\r\n." );
	fwrite( $socket, "QUIT\r\n" );
	fclose( $socket );
	return $accepted;
}

/**
 * Logs in whoever has the address that the panel made: once, within a minute. Another address shows the login form. Only
 * the request that deletes the option may use it.
 */
function panel_log_in(): void {
	$login = get_option( 'panel_login' );
	if ( ! is_array( $login ) || ! is_string( $_GET['panel-login'] ) || ! hash_equals( (string) $login['hash'], hash( 'sha256', $_GET['panel-login'] ) ) ) {
		return;
	}
	if ( ! delete_option( 'panel_login' ) || time() > $login['until'] ) {
		return;
	}
	wp_set_auth_cookie( (int) $login['user'] );
	wp_safe_redirect( admin_url() );
	exit;
}

panel_hook( 'option_home', 'panel_https_address' );
panel_hook( 'option_siteurl', 'panel_https_address' );
panel_hook( 'the_content', 'panel_https_content' );

if ( isset( $_GET['panel-login'] ) ) {
	panel_hook( 'login_init', 'panel_log_in' );
}

/** A page without its scripts and their preloads. Where one cannot be taken apart, it stays as it is. */
function panel_without_scripts( string $html ): string {
	return preg_replace( array( '#<script\b[^>]*>.*?</script\s*>#is', '#<link\b[^>]*\bmodulepreload\b[^>]*>#i' ), '', $html ) ?? $html;
}

// The panel's preview (PICTURE_MARK) is in a frame that runs no scripts; each one would be an error in the panel's console.
if ( isset( $_GET['panel-picture'] ) && 'document' !== ( $_SERVER['HTTP_SEC_FETCH_DEST'] ?? '' ) ) {
	ob_start( 'panel_without_scripts' );
}

require_once __DIR__ . '/shared-core.php';
require_once __DIR__ . '/content-mark.php';

if ( is_string( get_cfg_var( 'panel.proxy' ) ) ) {
	panel_use_proxy( get_cfg_var( 'panel.proxy' ) );
}
if ( is_string( get_cfg_var( 'panel.smtp' ) ) ) {
	// Configurations of earlier releases block external requests; now the egress decides.
	defined( 'WP_ACCESSIBLE_HOSTS' ) || define( 'WP_ACCESSIBLE_HOSTS', '*' );
	panel_hook( 'phpmailer_init', 'panel_mailer' );
	panel_hook( 'pre_http_request', 'panel_ask_itself', 3 );

	if ( ! function_exists( 'mail' ) ) {
		/** Replaces PHP's own `mail`, which is disabled because it starts a program; this one talks to the relay. */
		function mail( string $to, string $subject, string $message, array|string $additional_headers = array(), string $additional_params = '' ): bool {
			$lines = array();
			foreach ( is_array( $additional_headers ) ? $additional_headers : array() as $name => $values ) {
				foreach ( (array) $values as $value ) {
					$lines[] = "$name: $value";
				}
			}
			$headers = trim( is_array( $additional_headers ) ? implode( "\n", $lines ) : str_replace( "\r", '', $additional_headers ) );
			$hidden  = '/^(?:cc|bcc):((?:.|\n[ \t])*)$/mi';
			preg_match_all( $hidden, $headers, $copies );
			preg_match_all( '/[^\s<>,;:"]+@[^\s<>,;:"]+/', implode( ',', array_merge( array( $to ), $copies[1] ) ), $addresses );
			$line = fn( string $text ): string => trim( preg_replace( '/[\x00-\x1f\x7f]+/', ' ', $text ) );
			$head = 'To: ' . $line( $to ) . "\nSubject: " . $line( $subject ) . ( '' === $headers ? '' : "\n$headers" );
			$mail = str_replace( "\n", "\r\n", str_replace( array( "\r\n", "\r" ), "\n", "$head\n\n$message" ) );
			return array() !== $addresses[0] && panel_deliver( array_unique( $addresses[0] ), $mail );
		}
	}
} else {
	// A rehearsed backup sends nothing: the page that would send an email still answers.
	panel_hook( 'pre_wp_mail', '__return_false' );
}
