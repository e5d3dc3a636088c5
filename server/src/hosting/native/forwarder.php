<?php
/** Forwards bytes between the network of one site and the panel; a part of jailer.php. */

const PANEL_CHUNK      = 65536;
const PANEL_MOST_WAITS = 262144; // Maximum bytes buffered for one side; beyond them the other side is not read.
const PANEL_MOST_ENDS  = 256;    // Maximum open connections of one listener, counted in ends: two for each.
const PANEL_HELD_WAIT  = 50000;  // Microseconds before a throttled listener is checked again.

/** Connects listeners with their targets, using select: bytes, ends and back-pressure in both directions. */
final class Panel_Forwarder {
	private array $listeners = array();
	private array $ends      = array();

	/** @param callable $held called when a listener exceeds its rate of new connections */
	public function __construct( private $held ) {}

	/**
	 * A port that the site took itself stays its own.
	 *
	 * @param int      $most       connections that the other side is at work on; more wait in the backlog
	 * @param int|null $per_second new connections, after a burst; null for any number
	 * @param int      $burst      seconds' worth of new connections that may come at once
	 * @param bool     $watched    the connection to the other side stays open until that side ends it, see abandoned()
	 */
	public function listen( string $at, string $to, int $most, ?int $per_second, int $burst, bool $watched ): void {
		$context  = stream_context_create( array( 'socket' => array( 'backlog' => 511, 'tcp_nodelay' => str_starts_with( $at, 'tcp:' ) ) ) );
		$listener = @stream_socket_server( $at, $code, $message, STREAM_SERVER_BIND | STREAM_SERVER_LISTEN, $context );
		if ( false === $listener ) {
			fwrite( STDERR, "jailer: cannot listen on $at: $message\n" );
			return;
		}
		stream_set_blocking( $listener, false );
		$this->listeners[ (int) $listener ] = array( 'stream' => $listener, 'to' => $to, 'ends' => 0, 'busy' => 0, 'most' => $most, 'per_second' => $per_second, 'burst' => $burst * (int) $per_second, 'free' => $burst * (int) $per_second, 'at' => microtime( true ), 'watched' => $watched );
	}

	/** Whether a listener is not read because it exceeded its rate of new connections. */
	public function is_held(): bool {
		foreach ( $this->listeners as $listener ) {
			if ( null !== $listener['per_second'] && $listener['free'] < 1 ) {
				return true;
			}
		}
		return false;
	}

	/**
	 * Since when the other side has been working on the oldest connection whose own side has ended, in milliseconds
	 * since the epoch; null for none. Only the kernel decides: what hosted code sends or claims has no effect.
	 */
	public function abandoned(): ?int {
		$oldest = null;
		foreach ( $this->ends as $end ) {
			if ( $end->is_target && ! $end->ended && $end->peer->ended && $this->listeners[ $end->listener ]['watched'] ) {
				$oldest = min( $oldest ?? PHP_INT_MAX, $end->began );
			}
		}
		return $oldest;
	}

	/** The allowance for new connections grows over time, up to a burst. */
	private function earn( array &$listener ): void {
		$now              = microtime( true );
		$listener['free'] = min( $listener['burst'], $listener['free'] + max( 0, $now - $listener['at'] ) * $listener['per_second'] );
		$listener['at']   = $now;
	}

	/** Adds the sockets to wait for to the sets of a select. */
	public function wants( array &$read, array &$write ): void {
		foreach ( $this->listeners as &$listener ) {
			if ( null !== $listener['per_second'] ) {
				$this->earn( $listener );
			}
			if ( $listener['ends'] < PANEL_MOST_ENDS && $listener['busy'] < $listener['most'] && ( null === $listener['per_second'] || $listener['free'] >= 1 ) ) {
				$read[] = $listener['stream'];
			}
		}
		unset( $listener );
		foreach ( $this->ends as $end ) {
			if ( ! $end->ended && strlen( $end->peer->waiting ) < PANEL_MOST_WAITS ) {
				$read[] = $end->stream;
			}
			if ( '' !== $end->waiting ) {
				$write[] = $end->stream;
			}
		}
	}

	public function ready( array $read, array $write ): void {
		foreach ( $write as $stream ) {
			$end = $this->ends[ (int) $stream ] ?? null;
			if ( null !== $end ) {
				$this->send( $end );
			}
		}
		foreach ( $read as $stream ) {
			if ( isset( $this->listeners[ (int) $stream ] ) ) {
				$this->accept( (int) $stream );
			} elseif ( isset( $this->ends[ (int) $stream ] ) ) {
				$this->receive( $this->ends[ (int) $stream ] );
			}
		}
	}

	private function accept( int $id ): void {
		$from = @stream_socket_accept( $this->listeners[ $id ]['stream'], 0 );
		if ( false === $from ) {
			return;
		}
		$one   = new Panel_End( $from, $id );
		$first = (string) @fread( $from, PANEL_CHUNK );
		if ( feof( $from ) ) {
			fclose( $from ); // The client left while it waited in the backlog.
			return;
		}
		if ( null !== $this->listeners[ $id ]['per_second'] && --$this->listeners[ $id ]['free'] < 1 ) {
			( $this->held )();
		}
		$options = stream_context_create( array( 'socket' => array( 'tcp_nodelay' => str_starts_with( $this->listeners[ $id ]['to'], 'tcp:' ) ) ) );
		$to      = @stream_socket_client( $this->listeners[ $id ]['to'], $code, $message, 1, STREAM_CLIENT_CONNECT | STREAM_CLIENT_ASYNC_CONNECT, $options );
		if ( false === $to ) {
			fclose( $from );
			return;
		}
		$two            = new Panel_End( $to, $id, true );
		$two->waiting   = $first;
		$one->peer      = $two;
		$two->peer      = $one;

		$this->ends[ (int) $from ]       = $one;
		$this->ends[ (int) $to ]         = $two;
		$this->listeners[ $id ]['ends'] += 2;
		$this->listeners[ $id ]['busy'] += 1;
	}

	private function receive( Panel_End $end ): void {
		$data = @fread( $end->stream, PANEL_CHUNK );
		if ( is_string( $data ) && '' !== $data ) {
			if ( ! $end->peer->gone ) {
				$end->peer->waiting .= $data;
				$this->send( $end->peer );
			}
		} elseif ( false === $data || feof( $end->stream ) ) {
			$this->end( $end );
			$this->finish( $end->peer );
		}
	}

	private function send( Panel_End $end ): void {
		$sent = '' === $end->waiting ? 0 : @fwrite( $end->stream, $end->waiting );
		if ( false === $sent && ( $end->is_target || ! $this->listeners[ $end->listener ]['watched'] ) ) {
			$this->close( $end );
			return;
		}
		if ( false === $sent ) {
			list( $end->gone, $end->waiting ) = array( true, '' );
			$this->end( $end );
			$this->finish( $end->peer );
			return;
		}
		$end->waiting = substr( $end->waiting, $sent );
		$this->finish( $end );
	}

	/** This side sends no more data. */
	private function end( Panel_End $end ): void {
		if ( $end->is_target && ! $end->ended ) {
			$this->listeners[ $end->listener ]['busy'] -= 1;
		}
		$end->ended = true;
	}

	/** Forwards the end of one side once everything before it has been sent. */
	private function finish( Panel_End $end ): void {
		if ( '' !== $end->waiting || ! $end->peer->ended ) {
			return;
		}
		if ( $end->ended && '' === $end->peer->waiting ) {
			$this->close( $end );
			return;
		}
		@stream_socket_shutdown( $end->stream, STREAM_SHUT_WR );
	}

	private function close( Panel_End $end ): void {
		foreach ( array( $end, $end->peer ) as $one ) {
			$this->end( $one );
			unset( $this->ends[ (int) $one->stream ] );
			fclose( $one->stream );
		}
		$this->listeners[ $end->listener ]['ends'] -= 2;
	}
}

/**
 * One side of a connection; `waiting` is what is still to be sent to it. `gone`: it takes nothing any more. `is_target`: the
 * side that the listener leads to; `began` is when, in milliseconds since the epoch.
 */
final class Panel_End {
	public string $waiting = '';
	public bool $ended     = false;
	public bool $gone      = false;
	public int $began;
	public Panel_End $peer;

	public function __construct( public $stream, public int $listener, public bool $is_target = false ) {
		$this->began = (int) ( microtime( true ) * 1000 );
		stream_set_blocking( $stream, false );
		stream_set_read_buffer( $stream, 0 );
		stream_set_write_buffer( $stream, 0 );
	}
}
