<?php
/** Passes bytes between the network of one site and the panel; a part of jailer.php. */

const PANEL_CHUNK      = 65536;
const PANEL_MOST_WAITS = 262144; // Bytes that wait for one side; beyond them the other side is not read.
const PANEL_MOST_ENDS  = 256;    // Open connections of one listener, in ends: two for each.

/** Connections between listeners and where they lead, by select: bytes, ends and back-pressure in both directions. */
final class Panel_Forwarder {
	private array $listeners = array();
	private array $ends      = array();

	/** A port that the site took itself stays its own. */
	public function listen( string $at, string $to ): void {
		$context  = stream_context_create( array( 'socket' => array( 'backlog' => 511, 'tcp_nodelay' => str_starts_with( $at, 'tcp:' ) ) ) );
		$listener = @stream_socket_server( $at, $code, $message, STREAM_SERVER_BIND | STREAM_SERVER_LISTEN, $context );
		if ( false === $listener ) {
			fwrite( STDERR, "jailer: cannot listen on $at: $message\n" );
			return;
		}
		stream_set_blocking( $listener, false );
		$this->listeners[ (int) $listener ] = array( 'stream' => $listener, 'to' => $to, 'ends' => 0 );
	}

	/** Adds what is waited for to the sets of a select. */
	public function wants( array &$read, array &$write ): void {
		foreach ( $this->listeners as $listener ) {
			if ( $listener['ends'] < PANEL_MOST_ENDS ) {
				$read[] = $listener['stream'];
			}
		}
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
		$options = stream_context_create( array( 'socket' => array( 'tcp_nodelay' => str_starts_with( $this->listeners[ $id ]['to'], 'tcp:' ) ) ) );
		$to      = @stream_socket_client( $this->listeners[ $id ]['to'], $code, $message, 1, STREAM_CLIENT_CONNECT | STREAM_CLIENT_ASYNC_CONNECT, $options );
		if ( false === $to ) {
			fclose( $from );
			return;
		}
		list( $one, $two ) = array( new Panel_End( $from, $id ), new Panel_End( $to, $id ) );
		$one->peer         = $two;
		$two->peer         = $one;

		$this->ends[ (int) $from ]       = $one;
		$this->ends[ (int) $to ]         = $two;
		$this->listeners[ $id ]['ends'] += 2;
	}

	private function receive( Panel_End $end ): void {
		$data = @fread( $end->stream, PANEL_CHUNK );
		if ( is_string( $data ) && '' !== $data ) {
			$end->peer->waiting .= $data;
			$this->send( $end->peer );
		} elseif ( false === $data || feof( $end->stream ) ) {
			$end->ended = true;
			$this->finish( $end->peer );
		}
	}

	private function send( Panel_End $end ): void {
		$sent = '' === $end->waiting ? 0 : @fwrite( $end->stream, $end->waiting );
		if ( false === $sent ) {
			$this->close( $end );
			return;
		}
		$end->waiting = substr( $end->waiting, $sent );
		$this->finish( $end );
	}

	/** Passes the end of one side on once everything before it has been sent. */
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
			unset( $this->ends[ (int) $one->stream ] );
			fclose( $one->stream );
		}
		$this->listeners[ $end->listener ]['ends'] -= 2;
	}
}

/** One side of a connection; `waiting` is what is still to be sent to it. */
final class Panel_End {
	public string $waiting = '';
	public bool $ended     = false;
	public Panel_End $peer;

	public function __construct( public $stream, public int $listener ) {
		stream_set_blocking( $stream, false );
		stream_set_read_buffer( $stream, 0 );
		stream_set_write_buffer( $stream, 0 );
	}
}
