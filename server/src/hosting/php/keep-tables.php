<?php
/**
 * Replaces tables of one database by those of another beside it, which is removed afterwards, in one transaction.
 * PANEL_INPUT holds as JSON: `from` and `to`, names of databases; `groups`, kinds of tables separated by spaces;
 * `prefix` of the tables.
 */
require __DIR__ . '/databases.php';
$panel_input  = json_decode( (string) getenv( 'PANEL_INPUT' ), true, 4, JSON_THROW_ON_ERROR );
$panel_data   = panel_data();
$panel_groups = panel_table_groups( $panel_input['prefix'] );
$panel_pdo = new PDO( 'sqlite:' . $panel_data . basename( $panel_input['to'] ) );
$panel_pdo->setAttribute( PDO::ATTR_ERRMODE, PDO::ERRMODE_EXCEPTION );
$panel_pdo->exec( 'ATTACH DATABASE ' . $panel_pdo->quote( $panel_data . basename( $panel_input['from'] ) ) . ' AS kept' );

$panel_column = fn( string $sql, array $values = array() ) => ( function () use ( $panel_pdo, $sql, $values ) {
	$statement = $panel_pdo->prepare( $sql );
	$statement->execute( $values );
	return $statement->fetchAll( PDO::FETCH_COLUMN );
} )();
$panel_name   = fn( string $name ) => '"' . str_replace( '"', '""', $name ) . '"';

/** The tables in which the SQLite integration describes the columns of the others. */
$panel_described = fn( string $schema ) => array_filter(
	$panel_column( "SELECT name FROM $schema.sqlite_master WHERE type = 'table' AND name GLOB '_wp_sqlite_mysql_information_schema_*'" ),
	fn( $name ) => in_array( 'table_name', array_map( 'strtolower', $panel_column( "SELECT name FROM pragma_table_info(?, '$schema')", array( $name ) ) ), true )
);
$panel_descriptions = array_intersect( $panel_described( 'main' ), $panel_described( 'kept' ) );

$panel_pdo->exec( 'BEGIN IMMEDIATE' );
foreach ( explode( ' ', $panel_input['groups'] ) as $panel_group ) {
	$panel_tables = fn( string $schema ) => preg_grep( $panel_groups[ $panel_group ], $panel_column( "SELECT name FROM $schema.sqlite_master WHERE type = 'table'" ) );
	$panel_there  = $panel_tables( 'kept' );
	// What only the other one has is new: a shop that was installed there needs its tables.
	if ( array() === $panel_there ) {
		continue;
	}
	foreach ( array_unique( array_merge( $panel_tables( 'main' ), $panel_there ) ) as $panel_table ) {
		$panel_quoted = $panel_name( $panel_table );
		$panel_pdo->exec( "DROP TABLE IF EXISTS main.$panel_quoted" );
		foreach ( $panel_descriptions as $panel_description ) {
			$panel_pdo->prepare( "DELETE FROM main.$panel_description WHERE table_name = ?" )->execute( array( $panel_table ) );
		}
		if ( ! in_array( $panel_table, $panel_there, true ) ) {
			continue;
		}
		foreach ( $panel_column( "SELECT sql FROM kept.sqlite_master WHERE tbl_name = ? AND type = 'table'", array( $panel_table ) ) as $panel_sql ) {
			$panel_pdo->exec( $panel_sql );
		}
		$panel_pdo->exec( "INSERT INTO main.$panel_quoted SELECT * FROM kept.$panel_quoted" );
		foreach ( $panel_column( "SELECT sql FROM kept.sqlite_master WHERE tbl_name = ? AND type <> 'table' AND sql IS NOT NULL", array( $panel_table ) ) as $panel_sql ) {
			$panel_pdo->exec( $panel_sql );
		}
		foreach ( $panel_descriptions as $panel_description ) {
			$panel_pdo->prepare( "INSERT INTO main.$panel_description SELECT * FROM kept.$panel_description WHERE table_name = ?" )->execute( array( $panel_table ) );
		}
	}
}
$panel_pdo->exec( 'COMMIT' );
$panel_pdo = null;
unlink( $panel_data . basename( $panel_input['from'] ) );
echo 'kept';
