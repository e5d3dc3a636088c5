<?php
/**
 * Starts the sandbox of one site and connects its network to the panel. It runs in the site's network namespace, if
 * there is one, but outside of its sandbox, and does not interpret the bytes that it forwards. The plan comes as JSON on standard input
 * (see jail.ts); the exit code is that of the sandbox.
 */

require __DIR__ . '/forwarder.php';
require __DIR__ . '/watcher.php';

const PANEL_LOOK_EVERY = 0.5; // Seconds.

function panel_fail( string $text ): never {
	fwrite( STDERR, "jailer: $text\n" );
	exit( 70 );
}

/** Enters the cgroups, before anything of the site exists. */
function panel_join( array $files ): void {
	foreach ( $files as $file ) {
		if ( false === file_put_contents( $file, '0' ) ) {
			panel_fail( "$file cannot be joined" );
		}
	}
	// The scheduling share of a session without a cgroup; a kernel without this file shares by process.
	@file_put_contents( '/proc/self/autogroup', '10' );
}

/** Makes writable folders noexec; the sandbox keeps the flags of what it binds. */
function panel_close_folders( array $folders ): void {
	foreach ( $folders as $folder ) {
		$process = proc_open( array( 'mount', '-o', 'bind,noexec,nosuid,nodev', $folder, $folder ), array(), $pipes );
		if ( false === $process || 0 !== proc_close( $process ) ) {
			panel_fail( "$folder cannot be mounted without execution" );
		}
	}
}

/** @param int $port the port of PHP's server, for those that lead to it before it was known */
function panel_listen( Panel_Forwarder $forwarder, array $list, int $port = 0 ): void {
	foreach ( $list as $one ) {
		$forwarder->listen( $one['listen'], preg_replace( '/:0$/', ":$port", $one['to'] ), $one['most'], $one['perSecond'] ?? null, $one['burstSeconds'] ?? 0, $one['watched'] ?? false );
	}
}

/**
 * Waits until the sandbox has ended, and forwards bytes meanwhile. A program of the site may have closed its log
 * before.
 */
function panel_serve( $process, $log, array $plan ): int {
	$watcher   = $plan['watch'] ? new Panel_Watcher() : null;
	$forwarder = new Panel_Forwarder( fn() => $watcher?->hit( 'network' ) );
	$abandoned = null;
	$looked    = 0;
	panel_listen( $forwarder, $plan['outbound'] );
	stream_set_blocking( $log, false );
	while ( true ) {
		list( $read, $write, $except ) = array( null === $log ? array() : array( $log ), array(), null );
		$forwarder->wants( $read, $write );
		if ( 0 === count( $read ) + count( $write ) ) {
			return proc_close( $process );
		}
		$held   = null === $log || $forwarder->is_held();
		$ready  = @stream_select( $read, $write, $except, $held ? 0 : 2, null === $log ? 5000 : PANEL_HELD_WAIT );
		$due    = null !== $watcher && microtime( true ) - $looked >= PANEL_LOOK_EVERY;
		if ( $due ) {
			$looked = microtime( true );
			$now    = $forwarder->abandoned();
			if ( $now !== $abandoned ) {
				$watcher->report( 'abandoned ' . ( $now ?? 0 ) );
			}
			$abandoned = $now;
		}
		$logged = $ready > 0 && null !== $log && in_array( $log, $read, true );
		if ( $logged ) {
			$text = (string) fread( $log, PANEL_CHUNK );
			if ( null === $watcher ) {
				fwrite( STDERR, $text );
			} else {
				$watcher->read( $text, fn( int $port ) => panel_listen( $forwarder, $plan['inbound'], $port ) );
			}
			$log = '' === $text && feof( $log ) ? null : $log;
		}
		// Without a sandbox the workers of a server outlive it, keep its log open and go on with requests. The log of a
		// command is read to its end.
		if ( 0 === $ready || $due || ( $logged && null !== $watcher ) ) {
			$status = proc_get_status( $process );
			if ( ! $status['running'] ) {
				return $status['exitcode'];
			}
		}
		if ( $ready > 0 ) {
			$forwarder->ready( $read, $write );
		}
	}
}

$panel_plan = json_decode( (string) stream_get_contents( STDIN ), true, 8, JSON_THROW_ON_ERROR );
fclose( STDIN );
panel_join( $panel_plan['join'] );
panel_close_folders( $panel_plan['noexec'] );

$panel_files = array( 0 => array( 'file', '/dev/null', 'r' ) );
if ( $panel_plan['watch'] ) {
	$panel_files[1] = array( 'file', '/dev/null', 'w' );
}
$panel_passes = $panel_plan['watch'] || array() !== $panel_plan['outbound'];
if ( $panel_passes ) {
	$panel_files[2] = array( 'pipe', 'w' );
}
if ( null !== $panel_plan['seccomp'] ) {
	$panel_files[3] = array( 'file', $panel_plan['seccomp'], 'r' );
}
$panel_process = proc_open( $panel_plan['command'], $panel_files, $panel_pipes, $panel_plan['cwd'], $panel_plan['env'] );
if ( false === $panel_process ) {
	panel_fail( 'the sandbox cannot be started' );
}
umask( 0077 );
exit( $panel_passes ? panel_serve( $panel_process, $panel_pipes[2], $panel_plan ) : proc_close( $panel_process ) );
