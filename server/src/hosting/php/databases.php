<?php
/**
 * The databases of a site as our scripts use them: the one on a MariaDB server that wp-config.php names, or an SQLite file
 * behind WordPress's integration, which takes the same statements.
 */

require_once __DIR__ . '/sql-texts.php';

interface Panel_Database {
	public function run( string $sql ): void;
	/** Prepares for the statements of a dump; `finish` keeps what they did. */
	public function begin(): void;
	public function finish(): void;
	/** The first column of each row. @return list<string|null> */
	public function column( string $sql ): array;
	/** The columns of a table, without those that the database computes. @return string[] */
	public function columns( string $table ): array;
	/** The columns of the primary key of a table. @return string[] */
	public function keys( string $table ): array;
	/**
	 * The rows of a table, one at a time. A value with more characters than `$longest` is its beginning, length and digest; 0 has no limit.
	 * @param string[] $columns
	 */
	public function rows( string $table, array $columns, int $longest = 0 ): Generator;
	public function quote( string $text ): string;
	/** A definition of a table as this database takes it. */
	public function definition( string $sql ): string;
	/** The statement that creates a table like this one. */
	public function create( string $table ): string;
	/** Whether an error means that a table or a column is missing. */
	public function is_missing( Throwable $error ): bool;
}

function panel_name( string $name ): string {
	return '`' . str_replace( '`', '``', $name ) . '`';
}

final class Panel_On_Server implements Panel_Database {
	public function __construct( private mysqli $link ) {
		mysqli_report( MYSQLI_REPORT_ERROR | MYSQLI_REPORT_STRICT );
		// The panel's deadline ends a script; the limit of the account is for requests.
		$link->query( 'SET SESSION max_statement_time = 0' );
	}

	public function run( string $sql ): void {
		$this->link->query( $sql );
	}

	public function begin(): void {
		$this->run( "SET sql_mode = 'NO_AUTO_VALUE_ON_ZERO', foreign_key_checks = 0, unique_checks = 0, autocommit = 0" );
	}

	public function finish(): void {
		$this->run( 'COMMIT' );
	}

	public function column( string $sql ): array {
		return array_map( fn( $row ) => $row[0], $this->link->query( $sql )->fetch_all( MYSQLI_NUM ) );
	}

	public function columns( string $table ): array {
		return $this->column( 'SHOW COLUMNS FROM ' . panel_name( $table ) . " WHERE Extra NOT LIKE '%GENERATED%'" );
	}

	public function keys( string $table ): array {
		return $this->column( 'SHOW COLUMNS FROM ' . panel_name( $table ) . " WHERE `Key` = 'PRI'" );
	}

	public function rows( string $table, array $columns, int $longest = 0 ): Generator {
		$value  = fn( string $name ) => 0 === $longest ? $name : "IF(LENGTH($name) > $longest, CONCAT(LEFT($name, 200), ' ', LENGTH($name), ' ', MD5($name)), $name)";
		$result = $this->link->query( 'SELECT ' . implode( ', ', array_map( fn( $name ) => $value( panel_name( $name ) ), $columns ) ) . ' FROM ' . panel_name( $table ), MYSQLI_USE_RESULT );
		$bits   = array_keys( array_filter( $result->fetch_fields(), fn( $field ) => MYSQLI_TYPE_BIT === $field->type ) );
		while ( $row = $result->fetch_row() ) {
			foreach ( $bits as $at ) {
				// The digits as a text would be stored as their bytes.
				$row[ $at ] = null === $row[ $at ] ? null : (int) $row[ $at ];
			}
			yield $row;
		}
		$result->free();
	}

	public function quote( string $text ): string {
		return "'" . $this->link->real_escape_string( $text ) . "'";
	}

	/**
	 * Every table can be rolled back, MySQL's newer collations have other names in MariaDB, and texts are in UTF-8, whatever
	 * they were in the dump: a table in latin1 would lose what its new site writes.
	 */
	public function definition( string $sql ): string {
		$sets = implode( '|', array_keys( PANEL_ENCODINGS ) );
		return preg_replace(
			array( '/\butf8mb4_0900_\w+/i', '/\bENGINE\s*=\s*\w+/i', "/\\b(CHARSET|CHARACTER\\s+SET)(\\s*=?\\s*)(?:$sets)\\b/i", "/\\b(?:$sets)_bin\\b/i", "/\\b(COLLATE\\s*=?\\s*)(?:$sets)_\\w+/i" ),
			array( 'utf8mb4_unicode_520_ci', 'ENGINE=InnoDB', '$1$2utf8mb4', 'utf8mb4_bin', '$1utf8mb4_unicode_520_ci' ),
			$sql
		);
	}

	public function create( string $table ): string {
		return (string) $this->link->query( 'SHOW CREATE TABLE ' . panel_name( $table ) )->fetch_row()[1];
	}

	public function is_missing( Throwable $error ): bool {
		return $error instanceof mysqli_sql_exception && in_array( $error->getCode(), array( 1054, 1146 ), true );
	}
}

final class Panel_In_File implements Panel_Database {
	public function __construct( private WP_MySQL_On_SQLite $driver ) {
	}

	public function run( string $sql ): void {
		$this->driver->query( $sql );
	}

	public function begin(): void {
		// The file is thrown away unless it is complete.
		$this->driver->get_sqlite_pdo()->exec( 'PRAGMA synchronous = OFF' );
		$this->run( "SET sql_mode = 'NO_AUTO_VALUE_ON_ZERO'" );
		$this->run( 'SET FOREIGN_KEY_CHECKS = 0' );
	}

	public function finish(): void {
	}

	public function column( string $sql ): array {
		return $this->driver->query( $sql )->fetchAll( PDO::FETCH_COLUMN, 0 );
	}

	public function columns( string $table ): array {
		return $this->column( 'SHOW COLUMNS FROM ' . panel_name( $table ) );
	}

	public function keys( string $table ): array {
		$found = $this->driver->get_sqlite_pdo()->prepare( 'SELECT name FROM pragma_table_info(?) WHERE pk > 0 ORDER BY pk' );
		$found->execute( array( $table ) );
		return $found->fetchAll( PDO::FETCH_COLUMN, 0 );
	}

	public function rows( string $table, array $columns, int $longest = 0 ): Generator {
		$quote  = fn( string $name ) => '"' . str_replace( '"', '""', $name ) . '"';
		$value  = fn( string $name ) => 0 === $longest ? $name : "CASE WHEN length($name) > $longest THEN substr($name, 1, 200) || ' ' || length($name) || ' ' || md5($name) ELSE $name END";
		$result = $this->driver->get_sqlite_pdo()->query( 'SELECT ' . implode( ', ', array_map( fn( $name ) => $value( $quote( $name ) ), $columns ) ) . ' FROM ' . $quote( $table ) );
		while ( $row = $result->fetch( PDO::FETCH_NUM ) ) {
			yield $row;
		}
	}

	public function quote( string $text ): string {
		return $this->driver->quote( $text );
	}

	/** SQLite's `json_valid` is false for NULL, so that MariaDB's check of a JSON column would refuse every row without a value. */
	public function definition( string $sql ): string {
		return preg_replace( '/\bCHECK\s*\(\s*json_valid\s*\(\s*(`(?:[^`]|``)+`)\s*\)\s*\)/i', 'CHECK ($1 IS NULL OR json_valid($1))', $sql );
	}

	/** With a collation that MariaDB and every MySQL know, too. */
	public function create( string $table ): string {
		return preg_replace( '/\butf8mb4_0900_\w+/i', 'utf8mb4_unicode_520_ci', (string) $this->driver->query( 'SHOW CREATE TABLE ' . panel_name( $table ) )->fetch( PDO::FETCH_NUM )[1] );
	}

	public function is_missing( Throwable $error ): bool {
		return (bool) preg_match( '/no such (table|column)|Unknown column|doesn.t exist/i', $error->getMessage() );
	}
}

/** The folder of a site's databases. */
function panel_data(): string {
	return dirname( (string) getenv( 'PANEL_DOCUMENT_ROOT' ) ) . '/data/';
}

/** Loads the configuration and as much of WordPress as connects to its database; none of the site's plugins. */
function panel_load_wordpress(): void {
	$_SERVER['HTTP_HOST']     ??= 'localhost';
	$_SERVER['SERVER_PROTOCOL'] = 'HTTP/1.1';
	define( 'SHORTINIT', true );
	require getenv( 'PANEL_DOCUMENT_ROOT' ) . '/wp-load.php';
}

/** The database that the loaded WordPress uses. */
function panel_own_database(): Panel_Database {
	$wpdb = $GLOBALS['wpdb'];
	return method_exists( $wpdb, 'get_driver' ) ? new Panel_In_File( $wpdb->get_driver() ) : new Panel_On_Server( $wpdb->dbh );
}

/** An SQLite file of the data folder, which is created when it is missing. */
function panel_file_database( string $name ): Panel_Database {
	require_once getenv( 'PANEL_DOCUMENT_ROOT' ) . '/wp-sqlite/wp-includes/database/load.php';
	$path   = str_replace( ';', ';;', panel_data() . basename( $name ) );
	$driver = new WP_MySQL_On_SQLite( "mysql-on-sqlite:path=$path;dbname=wordpress", null, null, array( 'sqlite_journal_mode' => 'DELETE' ) );
	return new Panel_In_File( $driver );
}

/** WordPress would use SQLite's drop-in, and plugins look for it, whatever the configuration says. */
function panel_remove_drop_in(): void {
	@unlink( getenv( 'PANEL_DOCUMENT_ROOT' ) . '/wp-content/db.php' );
}

/** The tables of each kind that a copy can keep, as patterns. @return array<string, string> */
function panel_table_groups( string $prefix ): array {
	$prefix = preg_quote( $prefix, '/' );
	return array(
		'posts'    => "/^{$prefix}(posts|postmeta|terms|termmeta|term_taxonomy|term_relationships)\$/",
		'comments' => "/^{$prefix}(comments|commentmeta)\$/",
		'users'    => "/^{$prefix}(users|usermeta)\$/",
		// With what belongs to an order: its addresses, payments, downloads, stock that is reserved, events that are due.
		'orders'   => "/^{$prefix}(wc_order|woocommerce_order|wc_customer_lookup|wc_download_log|wc_reserved_stock|woocommerce_sessions|woocommerce_payment_token|woocommerce_downloadable_product|actionscheduler_|edd_order|edd_customer|edd_logs|pmpro_membership_order|pmpro_memberships_users|pmpro_subscription|mepr_transactions|mepr_subscriptions|mepr_members)\w*\$/",
		'entries'  => "/^{$prefix}(gf_entry|rg_lead|wpforms_entr|frm_item|fluentform_submission|fluentform_entry|db7_forms)\w*\$/",
	);
}
