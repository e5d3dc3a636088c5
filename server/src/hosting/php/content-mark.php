<?php
/**
 * Marks each change of what a WordPress shows, whoever makes it: a visitor, wp-admin, REST, XML-RPC, WP-CLI or cron. The panel looks at
 * the mark and drops what it has cached of this site (docs/adr/0087). A part of prepend.php.
 */

/** The length of the mark's file after which it begins anew. */
const PANEL_MARK_MOST = 4096;

/** Options that visitors see. */
const PANEL_SEEN_OPTIONS = '/^(?:blogname|blogdescription|home|siteurl|template|stylesheet|sidebars_widgets|sticky_posts|active_plugins|permalink_structure|category_base|tag_base|show_on_front|page_on_front|page_for_posts|posts_per_page|posts_per_rss|rss_use_excerpt|date_format|time_format|start_of_week|timezone_string|gmt_offset|WPLANG|site_icon|site_logo|blog_public|page_comments|comments_per_page|comment_order|thread_comments|thread_comments_depth|show_avatars|avatar_default|widget_.+|theme_mods_.+)$/';

/** Marks a change now, and again when the request ends: what comes after the first change belongs to it. */
function panel_changed(): void {
	static $file = null;
	if ( null === $file ) {
		$file = sys_get_temp_dir() . '/.panel-changed';
		register_shutdown_function( 'panel_changed' );
	}
	clearstatcache( true, $file );
	@file_put_contents( $file, '.', @filesize( $file ) < PANEL_MARK_MOST ? FILE_APPEND : 0 );
}

/** A post that was published, or is. Its revisions and drafts are not seen. */
function panel_post_moved( $to, $from ): void {
	if ( 'publish' === $to || 'publish' === $from ) {
		panel_changed();
	}
}

/** A post with what was saved after it: its fields, its categories. */
function panel_post_saved( $id, $post ): void {
	if ( 'publish' === ( $post->post_status ?? '' ) ) {
		panel_changed();
	}
}

/** A field of a published post. Counters that visitors raise are none of its content. */
function panel_field_changed( $id, $post, $name ): void {
	$is_made = ( defined( 'WP_CLI' ) && WP_CLI ) || wp_doing_cron() || ( function_exists( 'is_user_logged_in' ) && is_user_logged_in() );
	if ( $is_made && ! str_starts_with( (string) $name, '_edit_' ) && 'publish' === get_post_status( $post ) ) {
		panel_changed();
	}
}

/** The categories of a published post. */
function panel_terms_set( $post, $terms, $ids, $taxonomy, $append, $before ): void {
	if ( array_map( 'intval', (array) $ids ) !== array_map( 'intval', (array) $before ) && 'publish' === get_post_status( $post ) ) {
		panel_changed();
	}
}

/** A comment that is shown, or was. */
function panel_comment_moved( $to, $from ): void {
	if ( 'approved' === $to || 'approved' === $from ) {
		panel_changed();
	}
}

function panel_comment_made( $id, $comment ): void {
	if ( '1' === (string) ( $comment->comment_approved ?? '' ) ) {
		panel_changed();
	}
}

/** An option that visitors see, or one of a page of settings. */
function panel_option_changed( $name ): void {
	$is_settings = str_ends_with( $_SERVER['SCRIPT_NAME'] ?? '', '/wp-admin/options.php' );
	$is_kept     = str_starts_with( (string) $name, '_transient' ) || str_starts_with( (string) $name, '_site_transient' );
	if ( preg_match( PANEL_SEEN_OPTIONS, (string) $name ) || ( $is_settings && ! $is_kept ) ) {
		panel_changed();
	}
}

panel_hook( 'transition_post_status', 'panel_post_moved', 2 );
panel_hook( 'wp_after_insert_post', 'panel_post_saved', 2 );
panel_hook( 'deleted_post', 'panel_post_saved', 2 );
panel_hook( 'set_object_terms', 'panel_terms_set', 6 );
panel_hook( 'transition_comment_status', 'panel_comment_moved', 2 );
panel_hook( 'wp_insert_comment', 'panel_comment_made', 2 );
foreach ( array( 'added_post_meta', 'updated_post_meta', 'deleted_post_meta' ) as $panel_name ) {
	panel_hook( $panel_name, 'panel_field_changed', 3 );
}
foreach ( array( 'added_option', 'updated_option', 'deleted_option' ) as $panel_name ) {
	panel_hook( $panel_name, 'panel_option_changed' );
}
foreach ( array( 'edit_attachment', 'delete_attachment', 'edit_comment', 'deleted_comment', 'created_term', 'edited_term', 'delete_term', 'profile_update', 'switch_theme', 'customize_save_after', 'wp_update_nav_menu', 'upgrader_process_complete' ) as $panel_name ) {
	panel_hook( $panel_name, 'panel_changed', 0 );
}
unset( $panel_name );
