<?php
/** Interprets the log of a site's PHP; a part of jailer.php. */

const PANEL_REPORT_WAIT = 10; // Seconds between two reports of the same limit.
const PANEL_LONGEST_LINE = 65536;

/** PHP's log messages when the system refuses it a resource, by limit. */
const PANEL_SIGNS = array(
	'memory'   => '~Allowed memory size of \d+ bytes exhausted|Out of memory|errno=12 ~',
	'fileSize' => '~errno=27 ~',
	'files'    => '~errno=24 |Too many open files~',
	'time'     => '~Maximum execution time of~',
);

/**
 * Reads the log of the site's PHP: reports that it answers, and which limits it hit. Discards everything else that a
 * site logs.
 */
final class Panel_Watcher {
	private string $log     = '';
	private bool $started   = false;
	private array $reported = array();

	/** @param callable $started called once with the port, before readiness is reported */
	public function read( string $text, callable $started ): void {
		$this->log .= $text;
		if ( ! $this->started ) {
			fwrite( STDERR, substr( $text, 0, 4096 ) );
			if ( ! preg_match( '~Development Server \(http://127\.0\.0\.1:(\d+)\) started~', $this->log, $match ) ) {
				return;
			}
			$this->started = true;
			$this->log     = '';
			$started( (int) $match[1] );
			$this->report( "started $match[1]" );
			return;
		}
		foreach ( PANEL_SIGNS as $kind => $pattern ) {
			if ( preg_match( $pattern, $this->log ) ) {
				$this->hit( $kind );
			}
		}
		$this->log = substr( $this->log, (int) strrpos( $this->log, "\n" ) );
		if ( strlen( $this->log ) > PANEL_LONGEST_LINE ) {
			$this->log = '';
		}
	}

	public function hit( string $kind ): void {
		if ( time() - ( $this->reported[ $kind ] ?? 0 ) >= PANEL_REPORT_WAIT ) {
			$this->reported[ $kind ] = time();
			$this->report( "hit $kind" );
		}
	}

	/** One line for the panel; see native-server.ts. */
	public function report( string $line ): void {
		fwrite( STDOUT, "$line\n" );
	}
}
