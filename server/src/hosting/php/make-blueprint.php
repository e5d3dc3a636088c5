<?php
/**
 * Reduces a copy of the site's database to what another site can start from: people, secrets, messages and what plugins
 * keep in tables of their own are removed. Without content, so are posts, pages, menus and media. No code of the site
 * runs. PANEL_INPUT holds the name of the copy, the prefix of its tables and whether it keeps content, as JSON.
 */
$panel_input = json_decode( (string) getenv( 'PANEL_INPUT' ), true, 4, JSON_THROW_ON_ERROR );
$panel_pdo   = new PDO( 'sqlite:' . dirname( (string) getenv( 'PANEL_DOCUMENT_ROOT' ) ) . '/data/' . basename( $panel_input['database'] ) );
$panel_pdo->setAttribute( PDO::ATTR_ERRMODE, PDO::ERRMODE_EXCEPTION );

define( 'PANEL_PREFIX', $panel_input['prefix'] );

/** The tables of WordPress that keep rows. Those of plugins keep their structure, so that the plugins find them. */
const PANEL_TABLES = array( 'options', 'posts', 'postmeta', 'terms', 'termmeta', 'term_taxonomy', 'term_relationships' );
/** Types of posts that are part of a design, and those that are content. All others may be orders, messages or logs. */
const PANEL_DESIGN  = array( 'wp_template', 'wp_template_part', 'wp_global_styles', 'wp_font_family', 'wp_font_face', 'custom_css' );
const PANEL_CONTENT = array( 'post', 'page', 'attachment', 'nav_menu_item', 'wp_block', 'wp_navigation', 'product', 'product_variation' );
/** Names of options and settings that hold secrets, by convention. */
const PANEL_SECRET = '/pass(word|wd|phrase|code)?($|_)|secret|token|salt|(api|private|access|auth|logged_in|nonce|encryption|recovery)_?-?keys?|licen[sc]e|credential|oauth|mailserver|smtp|client_?id|webhook|adminhash/i';
/** Options of WordPress that have such a name or an address, and neither a secret nor a person. */
const PANEL_PLAIN = array( PANEL_PREFIX . 'user_roles', 'siteurl', 'home', 'active_plugins', 'default_comment_status' );
/** Options that belong to one site or its people. */
const PANEL_OWN = array( 'admin_email', 'new_admin_email', 'rewrite_rules', 'recently_edited', 'recently_activated', 'recovery_mode_email_last_sent', 'auto_updater.lock', 'core_updater.lock' );

/** The name of a table of WordPress, in a statement. */
function panel_table( string $name ): string {
	return '"' . PANEL_PREFIX . $name . '"';
}

/** A setting without secrets and email addresses; null when it cannot be looked into. */
function panel_scrub( mixed $value, string $name = '' ): mixed {
	if ( is_object( $value ) ) {
		return null;
	}
	if ( is_array( $value ) ) {
		$clean = array();
		foreach ( $value as $key => $entry ) {
			$clean[ $key ] = is_array( $entry ) || ! preg_match( PANEL_SECRET, (string) $key ) ? panel_scrub( $entry ) : '';
			if ( null === $clean[ $key ] && null !== $entry ) {
				return null;
			}
		}
		return $clean;
	}
	return is_string( $value ) && false !== filter_var( trim( $value ), FILTER_VALIDATE_EMAIL ) ? '' : $value;
}

/** The stored text of an option without secrets and email addresses; null when it must be left out. */
function panel_scrub_stored( string $text ): ?string {
	$value = @unserialize( $text, array( 'allowed_classes' => false ) );
	if ( false !== $value && ! is_string( $value ) ) {
		$clean = panel_scrub( $value );
		return null === $clean ? null : ( $clean === $value ? $text : serialize( $clean ) );
	}
	$value = json_decode( $text, true, 32 );
	if ( is_array( $value ) ) {
		$clean = panel_scrub( $value );
		return $clean === $value ? $text : json_encode( $clean );
	}
	return panel_scrub( $text );
}

/** Repeated events without arguments, which may hold anything. */
function panel_scrub_events( string $text ): string {
	$events = @unserialize( $text, array( 'allowed_classes' => false ) );
	$kept   = array();
	foreach ( is_array( $events ) ? $events : array() as $time => $hooks ) {
		foreach ( is_array( $hooks ) ? $hooks : array() as $hook => $entries ) {
			foreach ( is_array( $entries ) ? $entries : array() as $key => $entry ) {
				if ( ! empty( $entry['schedule'] ) && array() === ( $entry['args'] ?? null ) ) {
					$kept[ $time ][ $hook ][ $key ] = $entry;
				}
			}
		}
	}
	return serialize( $kept + array( 'version' => 2 ) );
}

/** Removes options of this site, its people and its secrets. */
function panel_scrub_options( PDO $pdo ): void {
	$options = panel_table( 'options' );
	$pdo->exec( "DELETE FROM $options WHERE option_name LIKE '\\_transient\\_%' ESCAPE '\\' OR option_name LIKE '\\_site\\_transient\\_%' ESCAPE '\\' OR option_name LIKE '%session%'" );
	$remove = $pdo->prepare( "DELETE FROM $options WHERE option_id = ?" );
	$change = $pdo->prepare( "UPDATE $options SET option_value = ? WHERE option_id = ?" );
	$read   = $pdo->prepare( "SELECT option_value FROM $options WHERE option_id = ?" );
	foreach ( $pdo->query( "SELECT option_id, option_name FROM $options" )->fetchAll( PDO::FETCH_NUM ) as list( $id, $name ) ) {
		if ( in_array( $name, PANEL_PLAIN, true ) ) {
			continue;
		}
		if ( in_array( $name, PANEL_OWN, true ) || preg_match( PANEL_SECRET, $name ) ) {
			$remove->execute( array( $id ) );
			continue;
		}
		$read->execute( array( $id ) );
		$text  = (string) $read->fetchColumn();
		$clean = 'cron' === $name ? panel_scrub_events( $text ) : panel_scrub_stored( $text );
		if ( null === $clean ) {
			$remove->execute( array( $id ) );
		} elseif ( $clean !== $text ) {
			$change->execute( array( $clean, $id ) );
		}
	}
}

/** Keeps published posts of known types, and what belongs to them. */
function panel_scrub_posts( PDO $pdo, bool $content ): void {
	list( $posts, $postmeta, $options ) = array_map( 'panel_table', array( 'posts', 'postmeta', 'options' ) );
	list( $taxonomy, $relationships )   = array_map( 'panel_table', array( 'term_taxonomy', 'term_relationships' ) );
	$types = array_merge( PANEL_DESIGN, $content ? PANEL_CONTENT : array() );
	$marks = implode( ', ', array_fill( 0, count( $types ), '?' ) );
	$pdo->prepare( "DELETE FROM $posts WHERE post_status NOT IN ('publish', 'inherit') OR post_password <> '' OR post_type NOT IN ($marks)" )->execute( $types );
	$pdo->exec( "UPDATE $posts SET comment_count = 0" );
	$pdo->exec( "DELETE FROM $postmeta WHERE post_id NOT IN (SELECT ID FROM $posts) OR meta_key IN ('_edit_lock', '_edit_last')" );
	$pdo->exec( "DELETE FROM $relationships WHERE object_id NOT IN (SELECT ID FROM $posts)" );
	$pdo->exec( "UPDATE $taxonomy SET count = (SELECT COUNT(*) FROM $relationships r WHERE r.term_taxonomy_id = $taxonomy.term_taxonomy_id)" );
	if ( $content ) {
		return;
	}
	$pdo->exec( "UPDATE $options SET option_value = 'posts' WHERE option_name = 'show_on_front'" );
	$pdo->exec( "UPDATE $options SET option_value = '0' WHERE option_name IN ('page_on_front', 'page_for_posts', 'wp_page_for_privacy_policy', 'site_icon', 'site_logo')" );
	$pdo->exec( "UPDATE $options SET option_value = 'a:0:{}' WHERE option_name = 'sticky_posts'" );
}

$panel_pdo->beginTransaction();
$panel_kept = array_map( fn( string $name ) => PANEL_PREFIX . $name, PANEL_TABLES );
foreach ( $panel_pdo->query( "SELECT name FROM sqlite_master WHERE type = 'table'" )->fetchAll( PDO::FETCH_COLUMN ) as $panel_table ) {
	// The integration keeps its description of all tables in tables of its own.
	if ( ! in_array( $panel_table, $panel_kept, true ) && ! preg_match( '/^(sqlite_|_wp_sqlite_|_mysql_)/', $panel_table ) ) {
		$panel_pdo->exec( 'DELETE FROM "' . str_replace( '"', '""', $panel_table ) . '"' );
	}
}
panel_scrub_options( $panel_pdo );
panel_scrub_posts( $panel_pdo, '1' === $panel_input['content'] );
$panel_pdo->commit();
// Deleted rows stay in the file until it is written anew.
$panel_pdo->exec( 'VACUUM' );
echo 'made';
