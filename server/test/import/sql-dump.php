<?php
/**
 * Reads a dump as the import does, without running it. Prints a line of JSON for each statement, or why the dump is refused.
 */
require dirname( __DIR__, 2 ) . '/src/hosting/php/sql-dump.php';
try {
	$dump = new Panel_Sql_Dump( fopen( 'php://stdin', 'rb' ) );
	foreach ( $dump->statements() as $statement ) {
		$what = panel_check( $statement, $dump->database );
		echo json_encode( array( 'line' => $statement->line, 'sql' => $statement->sql ) + $what, JSON_INVALID_UTF8_SUBSTITUTE ), "\n";
	}
} catch ( Panel_Dump_Refused $error ) {
	echo json_encode( array( 'refused' => $error->getMessage(), 'line' => $error->getCode() ) ), "\n";
}
