<?php
/**
 * How the texts of a dump are written: their character set, by `SET NAMES` and the tables, and their quotes and escapes, by
 * `sql_mode`. Both are set back to what WordPress's databases read. A part of sql-dump.php.
 */

/** Encodings by the names that MySQL has for them. In none of these is a byte of a character also that of a quote or backslash. */
const PANEL_ENCODINGS = array(
	'latin1'   => 'CP1252',
	'latin2'   => 'ISO-8859-2',
	'latin5'   => 'ISO-8859-9',
	'latin7'   => 'ISO-8859-13',
	'cp1250'   => 'CP1250',
	'cp1251'   => 'CP1251',
	'cp1256'   => 'CP1256',
	'cp1257'   => 'CP1257',
	'cp850'    => 'CP850',
	'cp852'    => 'CP852',
	'cp866'    => 'CP866',
	'koi8r'    => 'KOI8-R',
	'koi8u'    => 'KOI8-U',
	'greek'    => 'ISO-8859-7',
	'hebrew'   => 'ISO-8859-8',
	'tis620'   => 'TIS-620',
	'ujis'     => 'EUC-JP',
	'eucjpms'  => 'EUC-JP',
	'euckr'    => 'CP949',
	'gb2312'   => 'EUC-CN',
);
/** What needs no change, or is no text. */
const PANEL_AS_IT_IS = array( 'utf8', 'utf8mb3', 'utf8mb4', 'ascii', 'binary', 'default' );
/** Several bytes a character: bytes that are valid UTF-8 by chance are not rare. */
const PANEL_OF_BYTES = array( 'ujis', 'eucjpms', 'euckr', 'gb2312' );
/** Modes in which a double quote begins a name, beside ANSI_QUOTES itself. */
const PANEL_ANSI = array( 'ANSI_QUOTES', 'ANSI', 'DB2', 'MAXDB', 'MSSQL', 'ORACLE', 'POSTGRESQL' );

class Panel_Sql_Texts {
	public bool $names_in_quotes = false;
	public bool $backslash_escapes = true;
	/** Texts with bytes that are none in any declared character set. */
	public int $repaired = 0;
	/** What `SET NAMES` says, and what holds now. */
	private ?string $named = null;
	private ?string $client = null;
	/** @var array<string, array{charset: ?string, columns: array<string, bool>}> by table; `columns`: whether it has bytes */
	private array $tables = array();
	/** @var array{charset: ?string, bytes: list<bool>}|null of the rows that are read now */
	private ?array $row = null;
	private int $column = 0;

	/** Takes what a statement says about the texts after it. @throws Panel_Dump_Refused for an encoding that cannot be read */
	public function hear( Panel_Statement $statement ): void {
		$this->row = null;
		if ( preg_match( '/^\s*SET\b/i', $statement->code ) ) {
			$this->hear_settings( $statement );
		} elseif ( preg_match( '/^\s*CREATE\s+TABLE(?:\s+IF\s+NOT\s+EXISTS)?\s*' . PANEL_NAME . '/i', $statement->code, $name ) ) {
			$this->hear_table( '' !== $name[1] ? $name[1] : $name[2], $statement->code );
		}
	}

	private function hear_settings( Panel_Statement $statement ): void {
		$sql = $statement->sql;
		if ( preg_match( '/\bSET\s+(?:NAMES|CHARACTER\s+SET|CHARSET)\s+[\'"]?(\w+)/i', $sql, $found ) ) {
			$this->named  = $this->known( $found[1], $statement->line );
			$this->client = $this->named;
		} elseif ( preg_match( '/(?<![@\w])(?:@@)?(?:session\s*\.?\s*)?character_set_client\s*=\s*[\'"]?(@?\w+)/i', $sql, $found ) ) {
			$this->client = '@' === $found[1][0] ? $this->named : $this->known( $found[1], $statement->line );
		}
		if ( preg_match( '/(?<![@\w])(?:@@)?(?:session\s*\.?\s*)?sql_mode\s*:?=(.*)/is', $sql, $found ) ) {
			$modes                   = preg_split( '/[^A-Z0-9_]+/', strtoupper( $found[1] ) );
			$this->names_in_quotes   = (bool) array_intersect( PANEL_ANSI, $modes );
			$this->backslash_escapes = ! in_array( 'NO_BACKSLASH_ESCAPES', $modes, true );
		}
	}

	private function known( string $charset, int $line ): string {
		$charset = strtolower( $charset );
		if ( ! isset( PANEL_ENCODINGS[ $charset ] ) && ! in_array( $charset, PANEL_AS_IT_IS, true ) ) {
			throw new Panel_Dump_Refused( "The texts of this dump are in the character set {$charset}, which cannot be imported. Export it again with --default-character-set=utf8mb4.", $line );
		}
		return $charset;
	}

	private function hear_table( string $table, string $code ): void {
		$charset = preg_match( '/\)[^)]*\b(?:CHARSET|CHARACTER\s+SET)\s*=?\s*(\w+)[^)]*$/i', $code, $found ) ? strtolower( $found[1] ) : null;
		$columns = array();
		preg_match_all( '/[(,]\s*(?:`((?:[^`]|``)+)`|(\w+))\s+(\w+)/', $code, $found, PREG_SET_ORDER );
		foreach ( $found as $one ) {
			if ( '' === $one[1] && preg_match( '/^(?:PRIMARY|UNIQUE|KEY|INDEX|CONSTRAINT|FULLTEXT|SPATIAL|CHECK|FOREIGN)$/i', $one[2] ) ) {
				continue;
			}
			$columns[ strtolower( '' !== $one[1] ? $one[1] : $one[2] ) ] = (bool) preg_match( '/^(?:var)?binary$|blob$|^bit$|^geometry|point$|polygon$|linestring$/i', $one[3] );
		}
		$this->tables[ $table ] = array( 'charset' => $charset, 'columns' => $columns );
	}

	/** The rows of an INSERT begin. @param string $code the statement up to VALUES */
	public function begin_rows( string $code ): void {
		$this->row    = null;
		$this->column = 0;
		if ( ! preg_match( '/\bINTO\s*' . PANEL_NAME . '\s*(?:\((.*)\))?\s*VALUES\s*$/is', $code, $found ) ) {
			return;
		}
		$table = $this->tables[ '' !== $found[1] ? $found[1] : $found[2] ] ?? null;
		if ( null === $table ) {
			return;
		}
		$names     = isset( $found[4] ) ? array_map( fn( $name ) => strtolower( trim( $name, " \t\r\n`" ) ), explode( ',', $found[4] ) ) : array_keys( $table['columns'] );
		$this->row = array(
			'charset' => $table['charset'],
			'bytes'   => array_map( fn( $name ) => $table['columns'][ $name ] ?? false, $names ),
		);
	}

	public function next_row(): void {
		$this->column = 0;
	}

	public function next_column(): void {
		++$this->column;
	}

	/** A quoted name or text as MySQL reads it without a mode, in UTF-8. @param string|null $charset its own */
	public function read( string $quoted, ?string $charset ): string {
		$quote = $quoted[0];
		if ( '"' === $quote && $this->names_in_quotes ) {
			$quoted = '`' . strtr( substr( $quoted, 1, -1 ), array( '""' => '"', '`' => '``' ) ) . '`';
		} elseif ( '`' !== $quote && ! $this->backslash_escapes ) {
			$quoted = strtr( $quoted, array( '\\' => '\\\\' ) );
		}
		return preg_match( '/[\x80-\xff]/', $quoted ) ? $this->utf8( $quoted, $charset ) : $quoted;
	}

	private function utf8( string $text, ?string $charset ): string {
		$has_bytes = null !== $this->row && ( $this->row['bytes'][ $this->column ] ?? false );
		if ( 'binary' === $charset || ( null === $charset && $has_bytes ) ) {
			return $text;
		}
		$declared = $charset ?? $this->client;
		$is_utf8  = (bool) preg_match( '//u', $text );
		if ( $is_utf8 && ! in_array( $declared, PANEL_OF_BYTES, true ) ) {
			// Old sites write UTF-8 over a connection that they call latin1; their dumps say latin1, too.
			return $text;
		}
		$of_table = $this->row['charset'] ?? null;
		// A dump that says nothing, as `mysqldump --compatible` writes it, is in latin1.
		$undeclared = null === $declared && null === $of_table && null !== $this->row;
		foreach ( array( $declared, $of_table, $undeclared ? 'latin1' : null ) as $name ) {
			$converted = isset( PANEL_ENCODINGS[ $name ?? '' ] ) ? panel_to_utf8( $text, $name ) : null;
			if ( null !== $converted ) {
				return $converted;
			}
		}
		if ( $is_utf8 || null === $this->row ) {
			return $text;
		}
		++$this->repaired;
		return panel_without_bytes( $text );
	}
}

/** @return string|null null for bytes that this character set does not have */
function panel_to_utf8( string $text, string $charset ): ?string {
	$converted = @iconv( PANEL_ENCODINGS[ $charset ], 'UTF-8', $text );
	if ( false !== $converted ) {
		return $converted;
	}
	// MySQL's latin1 has a control character for each of the five bytes that CP1252 leaves out.
	return 'latin1' === $charset ? preg_replace_callback( '/[\x80-\xff]/', fn( $byte ) => (string) ( @iconv( 'CP1252', 'UTF-8', $byte[0] ) ?: iconv( 'ISO-8859-1', 'UTF-8', $byte[0] ) ), $text ) : null;
}

/** Replaces each byte that is no part of a character (Unicode 15, table 3-7). */
function panel_without_bytes( string $text ): string {
	$character = '[\x00-\x7f]|[\xc2-\xdf][\x80-\xbf]|\xe0[\xa0-\xbf][\x80-\xbf]|[\xe1-\xec\xee\xef][\x80-\xbf]{2}|\xed[\x80-\x9f][\x80-\xbf]|\xf0[\x90-\xbf][\x80-\xbf]{2}|[\xf1-\xf3][\x80-\xbf]{3}|\xf4[\x80-\x8f][\x80-\xbf]{2}';
	return preg_replace_callback( "/($character)|./s", fn( $found ) => isset( $found[1] ) ? $found[0] : "\u{FFFD}", $text );
}
