<?php
/** Runs the statements of a dump that stay inside of a site's own tables. */

require_once __DIR__ . '/sql-dump.php';
require_once __DIR__ . '/databases.php';

/** @return array{statements: int, tables: string[], repaired: int} `repaired`: texts with bytes that are none */
function panel_import( string $file, Panel_Database $database, ?callable $progress = null ): array {
	$dump   = new Panel_Sql_Dump( fopen( $file, 'rb' ) );
	$size   = max( 1, (int) filesize( $file ) );
	$count  = 0;
	$tables = array();
	$database->begin();
	foreach ( $dump->statements() as $statement ) {
		$what = panel_check( $statement, $dump->database );
		if ( ! $what['run'] ) {
			continue;
		}
		try {
			$database->run( null === $what['creates'] ? $statement->sql : $database->definition( $statement->sql ) );
		} catch ( Throwable $error ) {
			throw new Panel_Dump_Refused( 'The database of this site cannot run this statement: ' . substr( $error->getMessage(), 0, 300 ), $statement->line );
		}
		if ( null !== $what['creates'] ) {
			$tables[] = $what['creates'];
		}
		++$count;
		if ( null !== $progress ) {
			$progress( intdiv( 100 * min( $dump->bytes, $size ), $size ) );
		}
	}
	$database->finish();
	return array(
		'statements' => $count,
		'tables'     => array_values( array_unique( $tables ) ),
		'repaired'   => $dump->texts->repaired,
	);
}
