<?php
/** What a difference between two copies of a site calls the things in it. */

/** Kinds of posts by their type; all others are `content`. */
const PANEL_TYPES = array(
	'post'              => 'posts',
	'page'              => 'pages',
	'attachment'        => 'media',
	'product'           => 'products',
	'product_variation' => 'products',
	'shop_order'        => 'orders',
	'shop_order_refund' => 'orders',
);

/** Types that belong to another post, or that come and go by themselves. */
const PANEL_PASSING_TYPES = array( 'revision', 'oembed_cache', 'user_request', 'shop_order_placehold', 'scheduled-action' );

/** Options that change by themselves. */
const PANEL_PASSING_OPTIONS = '/^(?:_transient_.*|_site_transient_.*|cron|rewrite_rules|recently_activated|recently_edited|auto_updater\.lock|core_updater\.lock|can_compress_scripts|db_upgraded|auto_core_update_notified|https_detection_errors|action_scheduler_lock_.*|fresh_site|.*_last_checked)$/';

/** Options that core documents and that hold no secret: their values are shown. */
const PANEL_SHOWN_OPTIONS = array(
	'blogname', 'blogdescription', 'siteurl', 'home', 'admin_email', 'users_can_register', 'default_role',
	'timezone_string', 'gmt_offset', 'date_format', 'time_format', 'start_of_week', 'WPLANG',
	'posts_per_page', 'posts_per_rss', 'rss_use_excerpt', 'show_on_front', 'page_on_front', 'page_for_posts', 'blog_public',
	'permalink_structure', 'category_base', 'tag_base', 'template', 'stylesheet', 'active_plugins', 'sticky_posts', 'site_icon',
	'default_category', 'default_post_format', 'default_comment_status', 'default_ping_status', 'default_pingback_flag',
	'comment_moderation', 'comment_registration', 'comment_previously_approved', 'comment_order', 'comments_notify', 'moderation_notify',
	'close_comments_for_old_posts', 'close_comments_days_old', 'thread_comments', 'thread_comments_depth', 'page_comments',
	'comments_per_page', 'default_comments_page', 'require_name_email', 'show_avatars', 'avatar_rating', 'avatar_default',
	'thumbnail_size_w', 'thumbnail_size_h', 'thumbnail_crop', 'medium_size_w', 'medium_size_h', 'large_size_w', 'large_size_h',
	'uploads_use_yearmonth_folders', 'upload_path', 'use_smilies', 'wp_page_for_privacy_policy',
);
