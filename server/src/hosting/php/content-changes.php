<?php
/** What was changed on the live site since the copy from which a staging site began, told by the digests of both and of the copy. */

/** Kinds that live in the table of posts and have its ids; the other kinds have names. */
const PANEL_POST_KINDS = array( 'posts', 'pages', 'products', 'orders', 'content', 'media' );
const PANEL_ID_KINDS   = array( 'posts', 'pages', 'products', 'orders', 'content', 'media', 'comments', 'users' );

/** The address is set by the publish. */
const PANEL_ADDRESS_OPTIONS = array( 'siteurl', 'home' );
/** What these name is in the files, so they go where the files go. */
const PANEL_CODE_OPTIONS = array( 'active_plugins', 'template', 'stylesheet', 'current_theme', 'db_version' );

/** The tables of the kinds that are merged; without one of them in a digest, nobody knows what would be lost. */
function panel_merged_tables( string $prefix ): array {
	return array(
		'options'  => "{$prefix}options",
		'terms'    => "{$prefix}term_taxonomy",
		'menus'    => "{$prefix}posts",
		'users'    => "{$prefix}users",
		'comments' => "{$prefix}comments",
	) + array_fill_keys( PANEL_POST_KINDS, "{$prefix}posts" );
}

/** A digest is not complete, or leaves out a table that would be merged. */
final class Panel_Unknown extends RuntimeException {
}

/** The things of a digest that can be merged: name and hash. @param resource $file */
function panel_digested( $file, array $tables ): Generator {
	rewind( $file );
	while ( false !== ( $line = fgets( $file ) ) ) {
		[ $kind, $table, $key, $hash ] = explode( "\t", $line, 5 ) + array( '', '', '', '' );
		if ( 'end' === $kind ) {
			return;
		}
		if ( 'unseen' === $kind && in_array( $table, $tables, true ) ) {
			throw new Panel_Unknown( $table );
		}
		if ( ( $tables[ $kind ] ?? '' ) === $table && '' !== $table ) {
			yield "$kind\t$key" => $hash;
		}
	}
	throw new Panel_Unknown( 'a digest is not whole' );
}

/**
 * The things that stay as the live site has them: those that were changed there alone, those of both for which `$stays` says so, and
 * a new one whose id has another new one on staging. Each with whether it was in the copy, and whether the live site still has it.
 * @param resource $live
 * @param resource $staging
 * @param resource $copy
 * @return array<string, array<string, array{known: bool, there: bool}>>
 */
function panel_kept( $live, $staging, $copy, array $tables, callable $stays ): array {
	[ $before, $changed, $there, $theirs, $has_terms ] = array( array(), array(), array(), array(), false );
	foreach ( panel_digested( $copy, $tables ) as $name => $hash ) {
		$before[ $name ] = $hash;
		$has_terms       = $has_terms || str_starts_with( $name, "terms\t" );
	}
	foreach ( panel_digested( $live, $tables ) as $name => $hash ) {
		$there[ $name ] = true;
		if ( ( $before[ $name ] ?? '' ) !== $hash ) {
			$changed[ $name ] = $hash;
		}
	}
	$changed += array_fill_keys( array_keys( array_diff_key( $before, $there ) ), '' );
	foreach ( panel_digested( $staging, $tables ) as $name => $hash ) {
		if ( isset( $changed[ $name ] ) ) {
			$theirs[ $name ] = $hash;
		}
	}
	$kept = array();
	foreach ( $changed as $name => $hash ) {
		[ $kind, $key ] = explode( "\t", $name, 2 );
		// A digest of an earlier release of the panel knows no terms.
		if ( ( 'terms' === $kind && ! $has_terms ) || ( $theirs[ $name ] ?? '' ) === $hash ) {
			continue;
		}
		$is_same = ( $theirs[ $name ] ?? '' ) === ( $before[ $name ] ?? '' );
		$is_each = ! isset( $before[ $name ] ) && '' !== $hash && in_array( $kind, PANEL_ID_KINDS, true );
		if ( $is_same || $is_each || $stays( $kind, $key ) ) {
			$kept[ $kind ][ $key ] = array( 'known' => isset( $before[ $name ] ), 'there' => '' !== $hash );
		}
	}
	return $kept;
}
