<?php
/**
 * Compiles files of the shared WordPress into opcache's file cache, without running them. PANEL_INPUT names its entries as
 * JSON, and which files to compile: `from` in their order, `count` at most. Prints how many files there are.
 */
$panel_input   = json_decode( (string) getenv( 'PANEL_INPUT' ), true, 4, JSON_THROW_ON_ERROR );
$panel_files   = array();
$panel_entries = json_decode( $panel_input['entries'], true, 2, JSON_THROW_ON_ERROR );
// What wp-admin declares once more, for pages that load little of WordPress, must not be in the way of the real functions.
rsort( $panel_entries );
foreach ( $panel_entries as $panel_entry ) {
	$panel_at    = getenv( 'PANEL_DOCUMENT_ROOT' ) . '/' . $panel_entry;
	$panel_found = is_dir( $panel_at ) ? new RecursiveIteratorIterator( new RecursiveDirectoryIterator( $panel_at, FilesystemIterator::SKIP_DOTS ) ) : array( $panel_at );
	$panel_names = array();
	foreach ( $panel_found as $panel_file ) {
		if ( str_ends_with( (string) $panel_file, '.php' ) ) {
			$panel_names[] = (string) $panel_file;
		}
	}
	sort( $panel_names );
	array_push( $panel_files, ...$panel_names );
}
set_time_limit( 0 );
foreach ( array_slice( $panel_files, (int) $panel_input['from'], (int) $panel_input['count'] ) as $panel_file ) {
	@opcache_compile_file( $panel_file );
}
echo count( $panel_files );
