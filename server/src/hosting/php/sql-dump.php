<?php
/**
 * Reads an SQL dump of MySQL or MariaDB statement by statement, in bounded memory, and decides which of them are run. A part
 * of import.php.
 */

require_once __DIR__ . '/sql-texts.php';

/** A dump that cannot be imported; the code is the line of its statement. */
class Panel_Dump_Refused extends Exception {
}

/** One statement. `code`: the same without the content of its strings, for the check. */
class Panel_Statement {
	public function __construct( public int $line, public string $sql = '', public string $code = '' ) {
	}

	public function add( string $text ): void {
		$this->sql  .= $text;
		$this->code .= $text;
	}

	/**
	 * Removes the name of a character set before a text, as MySQL 8 writes it before bytes: SQLite has no such names, and
	 * MariaDB needs none, because the text is in UTF-8 afterwards. Returns the name.
	 */
	public function drop_character_set(): ?string {
		static $names = null;
		$names ??= implode( '|', array_merge( array( 'binary', 'utf8mb4', 'utf8mb3', 'utf8' ), array_keys( PANEL_ENCODINGS ) ) );
		if ( ! preg_match( "/(?<![\\w$`@.])_($names)\\s*$/i", substr( $this->code, -16 ), $found ) ) {
			return null;
		}
		$this->sql  = substr( $this->sql, 0, -strlen( $found[0] ) );
		$this->code = substr( $this->code, 0, -strlen( $found[0] ) );
		return strtolower( $found[1] );
	}
}

class Panel_Sql_Dump {
	const CHUNK = 262144;
	/** No row or definition of WordPress is as large. */
	const STATEMENT_MAX = 33554432;
	const TOO_LARGE     = 'This statement is larger than 32 MB.';
	/** The rows of one INSERT are run in parts, because parsing takes many times their size in memory. */
	const BATCH = 65536;

	/** The name in the comment at the beginning that mysqldump writes. */
	public string $database = '';
	public int $bytes = 0;
	private string $text = '';
	private int $at = 0;
	private int $line = 1;
	private bool $conditional = false;
	public readonly Panel_Sql_Texts $texts;

	/** @param resource $file */
	public function __construct( private $file ) {
		$this->texts = new Panel_Sql_Texts();
		$this->need( 4096 );
		if ( preg_match( '/^-- Host: \S+\s+Database: (\S+)\s*$/m', substr( $this->text, 0, 4096 ), $found ) ) {
			$this->database = $found[1];
		}
	}

	/** Whether this many bytes more can be read. */
	private function need( int $bytes ): bool {
		while ( strlen( $this->text ) - $this->at < $bytes && ! feof( $this->file ) ) {
			$this->text   = substr( $this->text, $this->at ) . fread( $this->file, self::CHUNK );
			$this->at     = 0;
			$this->bytes  = (int) ftell( $this->file );
		}
		return strlen( $this->text ) - $this->at >= $bytes;
	}

	private function take( int $length ): string {
		$part        = substr( $this->text, $this->at, $length );
		$this->at   += $length;
		$this->line += substr_count( $part, "\n" );
		return $part;
	}

	/** Everything up to one of the bytes, at most what is in memory. */
	private function until( string $bytes ): string {
		return $this->take( strcspn( $this->text, $bytes, $this->at ) );
	}

	private function skip_past( string $end ): void {
		while ( $this->need( strlen( $end ) ) ) {
			$found = strpos( $this->text, $end, $this->at );
			if ( false !== $found ) {
				$this->take( $found - $this->at + strlen( $end ) );
				return;
			}
			$this->take( strlen( $this->text ) - $this->at - strlen( $end ) + 1 );
		}
	}

	/** A string or a quoted name; a backslash escapes in strings, a double quote in both. */
	private function quoted( Panel_Statement $statement ): void {
		$quote   = $this->take( 1 );
		$is_name = '`' === $quote || ( '"' === $quote && $this->texts->names_in_quotes );
		$escapes = ! $is_name && $this->texts->backslash_escapes;
		$charset = $is_name ? null : $statement->drop_character_set();
		$from    = $this->line;
		$value   = $quote;
		while ( $this->need( 1 ) ) {
			$value .= $this->until( $escapes ? "\\$quote" : $quote );
			if ( strlen( $statement->sql ) + strlen( $value ) > self::STATEMENT_MAX ) {
				throw new Panel_Dump_Refused( self::TOO_LARGE, $from );
			}
			// At the end of a chunk, the text goes on in the next one.
			if ( strlen( $this->text ) === $this->at ) {
				continue;
			}
			$this->need( 2 );
			$next = substr( $this->text, $this->at, 2 );
			if ( '\\' === $next[0] || $quote . $quote === $next ) {
				$value .= $this->take( 2 );
				continue;
			}
			$value            = $this->texts->read( $value . $this->take( 1 ), $charset );
			$statement->sql  .= $value;
			$statement->code .= $is_name ? $value : $quote . $quote;
			return;
		}
		throw new Panel_Dump_Refused( 'A text that begins here has no end. The dump is incomplete, export it again.', $from );
	}

	/** Skips a comment, or only its marks where the server would run what is in it. */
	private function comment(): void {
		$this->need( 16 );
		if ( preg_match( '~\G/\*(M?)!(\d*)~', $this->text, $found, 0, $this->at ) && '999999' !== $found[2] ) {
			$this->take( strlen( $found[0] ) );
			$this->conditional = true;
			return;
		}
		$this->take( 2 );
		$this->skip_past( '*/' );
	}

	/** @return Generator<Panel_Statement> */
	public function statements(): Generator {
		$statement = new Panel_Statement( $this->line );
		$head      = null;
		$depth     = 0;
		while ( $this->need( 1 ) ) {
			$plain = $this->until( "'\"`;()#-/*," );
			if ( '' === trim( $statement->sql ) && '' !== trim( $plain ) ) {
				$statement->line = $this->line - substr_count( ltrim( $plain ), "\n" );
			}
			$statement->add( '' === $statement->sql ? ltrim( $plain ) : $plain );
			if ( strlen( $statement->sql ) > self::STATEMENT_MAX ) {
				throw new Panel_Dump_Refused( self::TOO_LARGE, $statement->line );
			}
			if ( ! $this->need( 1 ) ) {
				break;
			}
			$this->need( 3 );
			$next = substr( $this->text, $this->at, 3 );
			$byte = $next[0];
			if ( '' === $statement->sql ) {
				$statement->line = $this->line;
			}
			if ( "'" === $byte || '"' === $byte || '`' === $byte ) {
				$this->quoted( $statement );
			} elseif ( '#' === $byte || preg_match( '/^--(\s|$)/', $next ) ) {
				$this->skip_past( "\n" );
				$statement->add( '' === $statement->sql ? '' : "\n" );
			} elseif ( str_starts_with( $next, '/*' ) ) {
				$this->comment();
				$statement->add( '' === $statement->sql ? '' : ' ' );
			} elseif ( $this->conditional && str_starts_with( $next, '*/' ) ) {
				$this->take( 2 );
				$this->conditional = false;
			} elseif ( ';' === $byte ) {
				$this->take( 1 );
				if ( '' !== trim( $statement->sql ) && ( null === $head || $statement->sql !== $head->sql ) ) {
					$this->texts->hear( $statement );
					yield $statement;
				}
				$statement = new Panel_Statement( $this->line );
				$head      = null;
				$depth     = 0;
			} elseif ( '(' === $byte ) {
				if ( 0 === $depth && null === $head && preg_match( '/^(INSERT|REPLACE)\b.*\bVALUES\s*$/is', $statement->code ) ) {
					$head = clone $statement;
					$this->texts->begin_rows( $statement->code );
				} elseif ( 0 === $depth ) {
					$this->texts->next_row();
				}
				++$depth;
				$statement->add( $this->take( 1 ) );
			} elseif ( ')' === $byte ) {
				--$depth;
				$statement->add( $this->take( 1 ) );
				if ( 0 === $depth && null !== $head && strlen( $statement->sql ) - strlen( $head->sql ) > self::BATCH ) {
					yield $statement;
					$statement       = clone $head;
					$statement->line = $this->line;
					$this->next_row();
				}
			} else {
				if ( ',' === $byte && 1 === $depth ) {
					$this->texts->next_column();
				}
				$statement->add( $this->take( 1 ) );
			}
		}
		if ( '' !== trim( $statement->sql ) && ( null === $head || $statement->sql !== $head->sql ) ) {
			throw new Panel_Dump_Refused( 'This statement has no end. The dump is incomplete, export it again.', $statement->line );
		}
	}

	/** After a part of the rows: a comma and the next row, or the end of the statement. */
	private function next_row(): void {
		do {
			$this->need( 1 );
			$this->take( strspn( $this->text, " \t\r\n", $this->at ) );
		} while ( strlen( $this->text ) === $this->at && $this->need( 1 ) );
		$next = $this->text[ $this->at ] ?? '';
		if ( ',' === $next ) {
			$this->take( 1 );
		} elseif ( ';' !== $next ) {
			throw new Panel_Dump_Refused( 'An INSERT with more than rows is not supported. Export the dump again with mysqldump.', $this->line );
		}
	}
}

/** A name as written: `` `name` `` or name; the part after a dot belongs to another database. */
const PANEL_NAME = '(?:`((?:[^`]|``)+)`|([\w$]+))\s*(\.?)';

/**
 * What is done with a statement: run it, or leave it out because it is about the connection.
 *
 * @return array{run: bool, creates: string|null}
 * @throws Panel_Dump_Refused for what reaches outside of the site's own tables
 */
function panel_check( Panel_Statement $statement, string $database ): array {
	$code   = trim( $statement->code );
	$names  = preg_replace( '/`(?:[^`]|``)*`/', '`', $code );
	$begin  = preg_match( '/^\W*(\w+(?:\s+\w+)?)/', $names, $found ) ? strtoupper( preg_replace( '/\s+/', ' ', $found[1] ) ) : '';
	$shown  = "“{$begin}”";
	$refuse = fn( string $reason ) => throw new Panel_Dump_Refused( $reason, $statement->line );
	$leave  = array( 'run' => false, 'creates' => null );
	$outside = "$shown reaches outside of the tables of this site. Remove the statement from the dump, or export this site’s tables alone.";

	if ( preg_match( '/^(?:USE|CREATE\s+(?:DATABASE|SCHEMA)(?:\s+IF\s+NOT\s+EXISTS)?)\s+' . PANEL_NAME . '/i', $code, $found ) ) {
		$own = '' !== $database && ( '' !== $found[1] ? $found[1] : $found[2] ) === $database;
		return $own ? $leave : $refuse( $outside );
	}
	if ( preg_match( '/^SET\s+(?:GLOBAL|PERSIST|PERSIST_ONLY|PASSWORD|ROLE|DEFAULT)\b/i', $code ) ) {
		$refuse( $outside );
	}
	if ( preg_match( '/^(?:SET|LOCK\s+TABLES?|UNLOCK\s+TABLES?|START\s+TRANSACTION|BEGIN|COMMIT)\b/i', $code ) ) {
		return $leave;
	}
	if ( preg_match( '/^DELIMITER\b|^(?:CREATE|DROP|ALTER)\b.*\b(?:TRIGGER|PROCEDURE|FUNCTION|EVENT|VIEW)\b/is', $names ) && ! preg_match( '/^\w+\s+(?:TEMPORARY\s+)?TABLE\b/i', $names ) ) {
		$refuse( "$shown: triggers, procedures, events and views do not work in the database of this site. Export the dump without them." );
	}
	$tables = '(?:DROP\s+TABLE(?:\s+IF\s+EXISTS)?|CREATE\s+TABLE(?:\s+IF\s+NOT\s+EXISTS)?|ALTER\s+TABLE|(?:INSERT|REPLACE)(?:\s+(?:LOW_PRIORITY|DELAYED|HIGH_PRIORITY|IGNORE))*\s+INTO)';
	if ( ! preg_match( "/^($tables)\s*" . PANEL_NAME . '/i', $code, $found ) ) {
		$refuse( $outside );
	}
	$table = '' !== $found[2] ? $found[2] : $found[3];
	if ( '.' === $found[4] || preg_match( '/(?:`|\b[A-Za-z_]\w*)\s*\.\s*(?:`|[A-Za-z_])/', $names ) ) {
		$refuse( "$shown names a table of a database (database.table). Export this site’s tables alone, without the name of the database." );
	}
	if ( preg_match( '/^(?:_wp_)?sqlite_/i', $table ) ) {
		$refuse( "The name “{$table}” is reserved." );
	}
	if ( preg_match( '/\b(?:SELECT|OUTFILE|DUMPFILE|LOAD_FILE|DATA\s+DIRECTORY|INDEX\s+DIRECTORY|CONNECTION|FEDERATED)\b/i', $names, $word ) ) {
		$refuse( '“' . strtoupper( $word[0] ) . '” reaches outside of the tables of this site. Remove the statement from the dump, or export this site’s tables alone.' );
	}
	$is_insert = preg_match( '/^(?:INSERT|REPLACE)/i', $found[1] );
	if ( $is_insert && ! preg_match( '/\bVALUES?\s*\(/i', $names ) ) {
		$refuse( "$shown without rows (VALUES) is not supported." );
	}
	if ( preg_match( '/^ALTER\s+TABLE\b.*\b(?:DISABLE|ENABLE)\s+KEYS$/is', $names ) ) {
		return $leave;
	}
	return array(
		'run'     => true,
		'creates' => preg_match( '/^CREATE/i', $found[1] ) ? str_replace( '``', '`', $table ) : null,
	);
}
