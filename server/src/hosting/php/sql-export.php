<?php
/** Writes the tables of a database as the statements of a dump, which `panel_import` reads. */

require_once __DIR__ . '/databases.php';

/** Bytes of rows in one INSERT. */
const PANEL_INSERT = 262144;

/** The tables of a database, or those of some groups. @param string[]|null $groups patterns */
function panel_tables_of( Panel_Database $database, ?array $groups ): array {
	$tables = $database->column( 'SHOW TABLES' );
	return null === $groups ? $tables : array_values( array_filter( $tables, fn( $name ) => array_filter( $groups, fn( $pattern ) => preg_match( $pattern, $name ) ) ) );
}

/** A value as a dump has it; bytes that are no text are hexadecimal. */
function panel_value( Panel_Database $database, mixed $value ): string {
	if ( null === $value ) {
		return 'NULL';
	}
	if ( ! is_string( $value ) ) {
		// With all of its digits.
		return var_export( $value, true );
	}
	if ( '' !== $value && ! preg_match( '//u', $value ) ) {
		return '0x' . bin2hex( $value );
	}
	return "'" . strtr(
		$value,
		array(
			'\\'   => '\\\\',
			"'"    => "\\'",
			'"'    => '\\"',
			"\0"   => '\\0',
			"\n"   => '\\n',
			"\r"   => '\\r',
			"\x1a" => '\\Z',
		)
	) . "'";
}

/** @param string[]|null $groups patterns of tables; all of them without it */
function panel_export( Panel_Database $database, string $file, ?array $groups ): void {
	$to    = fopen( $file, 'wb' );
	$write = function ( string $text ) use ( $to ): void {
		if ( strlen( $text ) !== fwrite( $to, $text ) ) {
			throw new RuntimeException( 'No space left on device' );
		}
	};
	// For other programs; our own import leaves out what is about the connection.
	$write( "SET NAMES utf8mb4;\nSET sql_mode = 'NO_AUTO_VALUE_ON_ZERO';\nSET foreign_key_checks = 0;\n" );
	if ( $database instanceof Panel_On_Server ) {
		$database->run( 'SET SESSION TRANSACTION ISOLATION LEVEL REPEATABLE READ' );
		$database->run( 'START TRANSACTION WITH CONSISTENT SNAPSHOT' );
	}
	foreach ( panel_tables_of( $database, $groups ) as $table ) {
		$name = panel_name( $table );
		$write( "DROP TABLE IF EXISTS $name;\n" . rtrim( $database->create( $table ), "; \n" ) . ";\n" );
		$columns = $database->columns( $table );
		$head    = "INSERT INTO $name (" . implode( ', ', array_map( 'panel_name', $columns ) ) . ") VALUES\n";
		$rows    = '';
		foreach ( $database->rows( $table, $columns ) as $row ) {
			$rows .= ( '' === $rows ? $head : ",\n" ) . '(' . implode( ',', array_map( fn( $value ) => panel_value( $database, $value ), $row ) ) . ')';
			if ( strlen( $rows ) > PANEL_INSERT ) {
				$write( "$rows;\n" );
				$rows = '';
			}
		}
		$write( '' === $rows ? '' : "$rows;\n" );
	}
	if ( ! fclose( $to ) ) {
		throw new RuntimeException( 'No space left on device' );
	}
}
