<?php
/**
 * What a site shares with others: WordPress itself, and in `wp-themes` the themes that come with it, both read-only.
 * Without that folder the site has its own files, and this file does nothing. A part of prepend.php.
 */

/** Path of the shared themes, an empty string when the site shares nothing. */
function panel_shared_themes(): string {
	return is_dir( ABSPATH . 'wp-themes' ) ? ABSPATH . 'wp-themes' : '';
}

/** Registered before the site's own theme folder, whose themes therefore win when both have a name. */
function panel_register_themes(): void {
	if ( '' !== panel_shared_themes() ) {
		register_theme_directory( panel_shared_themes() );
	}
}

/** Where the active theme lies. WordPress remembers that, but the site may have got its own copy meanwhile. */
function panel_theme_root( $root, string $option ) {
	$shared = panel_shared_themes();
	$theme  = '' === $shared ? '' : get_option( 'stylesheet_root' === $option ? 'stylesheet' : 'template' );
	if ( '' === $theme ) {
		return $root;
	}
	return is_dir( "$shared/$theme" ) && ! is_dir( WP_CONTENT_DIR . "/themes/$theme" ) ? $shared : '/themes';
}

function panel_copy_folder( string $from, string $to ): void {
	mkdir( $to, 0755, true );
	foreach ( array_diff( scandir( $from ), array( '.', '..' ) ) as $name ) {
		is_dir( "$from/$name" ) ? panel_copy_folder( "$from/$name", "$to/$name" ) : copy( "$from/$name", "$to/$name" );
	}
}

/** Gives the site its own copy of a shared theme, complete or not at all. */
function panel_own_theme( string $theme ): void {
	$shared = panel_shared_themes();
	$own    = WP_CONTENT_DIR . "/themes/$theme";
	if ( '' === $shared || ! preg_match( '~^[\w-]+$~', $theme ) || ! is_dir( "$shared/$theme" ) || file_exists( $own ) ) {
		return;
	}
	$copy = WP_CONTENT_DIR . '/upgrade/' . uniqid( "$theme-" );
	panel_copy_folder( "$shared/$theme", $copy );
	is_dir( dirname( $own ) ) || mkdir( dirname( $own ), 0755, true );
	rename( $copy, $own );
	wp_clean_themes_cache();
}

/** An update of a shared theme applies to the site's own copy. */
function panel_update_theme( array $options ): array {
	$theme = $options['hook_extra']['theme'] ?? '';
	if ( ! is_string( $theme ) || '' === $theme || panel_shared_themes() !== untrailingslashit( $options['destination'] ) ) {
		return $options;
	}
	panel_own_theme( $theme );
	$options['destination'] = WP_CONTENT_DIR . '/themes';
	if ( isset( $options['hook_extra']['temp_backup'] ) ) {
		$options['hook_extra']['temp_backup']['src'] = $options['destination'];
	}
	return $options;
}

/** Opening a shared theme in the editor edits the site's own copy. */
function panel_edit_theme(): void {
	if ( current_user_can( 'edit_themes' ) ) {
		panel_own_theme( (string) ( $_REQUEST['theme'] ?? get_stylesheet() ) );
	}
}

/** The panel decides on the version of WordPress, so no update is offered. */
function panel_no_core_update( $known ) {
	return '' === panel_shared_themes() ? $known : (object) array(
		'updates'         => array(),
		'version_checked' => wp_get_wp_version(),
		'last_checked'    => time(),
	);
}

function panel_core_rights( array $needed, string $right ): array {
	return 'update_core' === $right && '' !== panel_shared_themes() ? array( 'do_not_allow' ) : $needed;
}

panel_hook( 'muplugins_loaded', 'panel_register_themes', 0 );
panel_hook( 'pre_option_stylesheet_root', 'panel_theme_root', 2 );
panel_hook( 'pre_option_template_root', 'panel_theme_root', 2 );
panel_hook( 'upgrader_package_options', 'panel_update_theme' );
panel_hook( 'load-theme-editor.php', 'panel_edit_theme', 0 );
panel_hook( 'pre_site_transient_update_core', 'panel_no_core_update' );
panel_hook( 'map_meta_cap', 'panel_core_rights', 2 );
