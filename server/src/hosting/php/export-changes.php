<?php
/**
 * Writes the rows that the live site keeps when its database is replaced by that of its staging site, one record for each line.
 * PANEL_INPUT holds as JSON: `staging` and `copy`, names of digests in the temporary folder; `to`, the name of the file in the data folder; `without`, kinds
 * of tables that are kept as a whole, separated by spaces; `choices` as JSON, what stays of what both have changed; `code`, `yes`
 * where files are replaced, too. Prints `{"answer": {"things": …, "reason": …}}`; with a reason there is no file to apply.
 */
$panel_input = json_decode( (string) getenv( 'PANEL_INPUT' ), true, 4, JSON_THROW_ON_ERROR );
require __DIR__ . '/digest.php';
require __DIR__ . '/content-changes.php';
panel_load_wordpress();
set_time_limit( 0 );

/** Of all that is kept: the file is read in the sandbox, and written into a database row by row. */
const PANEL_KEPT_ROWS  = 50000;
const PANEL_KEPT_BYTES = 67108864;

final class Panel_Too_Much extends RuntimeException {
}

final class Panel_Export {
	private int $rows  = 0;
	private int $bytes = 0;
	/** @var array<int, array{string, string, string}> taxonomy, slug and name by the id of a term in its taxonomy, and by that of the term */
	private array $terms = array();
	private array $named = array();

	/**
	 * @param resource $file
	 * @param array<string, array<string, array{known: bool, there: bool}>> $kept
	 */
	public function __construct( private Panel_Database $database, private string $prefix, private $file, private array $kept ) {
		$sql = "SELECT CONCAT(x.term_taxonomy_id, '\t', x.term_id, '\t', x.taxonomy, '\t', t.slug, '\t', t.name) FROM " . panel_name( "{$prefix}term_taxonomy" ) . ' x JOIN ' . panel_name( "{$prefix}terms" ) . ' t ON t.term_id = x.term_id';
		foreach ( $database->column( $sql ) as $line ) {
			[ $id, $term, $taxonomy, $slug, $name ] = explode( "\t", (string) $line, 5 );
			$this->terms[ $id ]                     = array( $taxonomy, $slug, $name );
			$this->named[ $term ]                   = array( $taxonomy, $slug, $name );
		}
	}

	public function write(): int {
		foreach ( $this->kept as $kind => $things ) {
			foreach ( array_filter( $things, fn( $thing ) => ! $thing['there'] ) as $key => $thing ) {
				$this->put( array( 'remove', $kind, (string) $key ) );
			}
		}
		$this->owners( 'users', 'ID', array( 'usermeta', 'user_id', 'umeta_id' ), $this->there( 'users' ) );
		$this->terms();
		$this->posts();
		$this->owners( 'comments', 'comment_ID', array( 'commentmeta', 'comment_id', 'meta_id' ), $this->there( 'comments' ) );
		$this->notes();
		$this->options();
		return array_sum( array_map( count( ... ), $this->kept ) );
	}

	/** The things of a kind that the live site still has. */
	private function there( string ...$kinds ): array {
		$found = array();
		foreach ( $kinds as $kind ) {
			$found += array_filter( $this->kept[ $kind ] ?? array(), fn( $thing ) => $thing['there'] );
		}
		return $found;
	}

	private function put( array $record ): void {
		$line         = base64_encode( serialize( $record ) ) . "\n";
		$this->bytes += strlen( $line );
		if ( ++$this->rows > PANEL_KEPT_ROWS || $this->bytes > PANEL_KEPT_BYTES ) {
			throw new Panel_Too_Much();
		}
		if ( fwrite( $this->file, $line ) !== strlen( $line ) ) {
			throw new RuntimeException( 'the disk is full' );
		}
	}

	/** The rows of a table by the names of their columns, those that have a wanted value in the column `$by`. */
	private function rows( string $table, string $by, array $wanted ): Generator {
		if ( array() === $wanted ) {
			return;
		}
		$name = $this->prefix . $table;
		try {
			$columns = $this->database->columns( $name );
			$at      = array_search( $by, $columns, true );
			foreach ( $this->database->rows( $name, $columns ) as $row ) {
				if ( isset( $wanted[ (string) $row[ $at ] ] ) ) {
					yield array_combine( $columns, $row );
				}
			}
		} catch ( Throwable $error ) {
			if ( ! $this->database->is_missing( $error ) ) {
				throw $error;
			}
		}
	}

	/** Things with an id, and the values beside them. @param array{string, string, string} $values table, owner, id */
	private function owners( string $table, string $id, array $values, array $wanted, array $about = array() ): void {
		foreach ( $this->rows( $table, $id, $wanted ) as $row ) {
			$own = $about[ $row[ $id ] ] ?? array();
			$this->put( array( 'row', $table, $row, array( 'known' => $wanted[ $row[ $id ] ]['known'] ) + $own ) );
		}
		[ $beside, $owner, $number ] = $values;
		foreach ( $this->rows( $beside, $owner, $wanted ) as $row ) {
			$own = $about[ $row[ $owner ] ] ?? array();
			unset( $row[ $number ] );
			$link = '_menu_item_object_id' === $row['meta_key'] ? $own['link'] ?? '' : '';
			$term = 'taxonomy' === $link ? $this->named[ (int) $row['meta_value'] ] ?? null : null;
			$this->put( array( 'value', $beside, $row, array( 'post' => 'post_type' === $link, 'term' => $term ) ) );
		}
	}

	private function terms(): void {
		$wanted = $this->there( 'terms' );
		$menus  = $this->there( 'menus' );
		$ids    = array();
		foreach ( $this->named as $term => [ $taxonomy, $slug ] ) {
			if ( isset( $wanted[ panel_key( "$taxonomy:$slug" ) ] ) || ( 'nav_menu' === $taxonomy && isset( $menus[ panel_key( $slug ) ] ) ) ) {
				$ids[ $term ] = true;
			}
		}
		foreach ( $this->rows( 'term_taxonomy', 'term_id', $ids ) as $row ) {
			$parent = $this->named[ $row['parent'] ] ?? array();
			$this->put( array( 'term', $this->named[ $row['term_id'] ], (string) $row['description'], $parent ) );
		}
		foreach ( $this->rows( 'termmeta', 'term_id', $ids ) as $row ) {
			unset( $row['meta_id'] );
			$this->put( array( 'termvalue', $this->named[ $row['term_id'] ], $row ) );
		}
	}

	/** Posts and the items of menus, with their fields, terms and revisions. */
	private function posts(): void {
		$wanted = $this->there( ...PANEL_POST_KINDS );
		$menus  = $this->there( 'menus' );
		$about  = array();
		$links  = array();
		if ( array() !== $menus ) {
			foreach ( $this->rows( 'postmeta', 'meta_key', array( '_menu_item_type' => true ) ) as $row ) {
				$links[ $row['post_id'] ] = $row['meta_value'];
			}
		}
		$terms = array();
		foreach ( array() === $wanted && array() === $menus ? array() : $this->database->rows( "{$this->prefix}term_relationships", array( 'object_id', 'term_taxonomy_id', 'term_order' ) ) as [ $post, $id, $order ] ) {
			$term = $this->terms[ $id ] ?? array( '', '' );
			if ( 'nav_menu' === $term[0] && isset( $menus[ panel_key( $term[1] ) ] ) ) {
				$about[ $post ]  = array( 'menu' => $term[1], 'link' => $links[ $post ] ?? '' );
				$wanted[ $post ] = array( 'known' => true, 'there' => true );
			}
			if ( '' !== $term[0] && isset( $wanted[ $post ] ) ) {
				$terms[] = array( 'in', (int) $post, $term, (int) $order );
			}
		}
		$this->owners( 'posts', 'ID', array( 'postmeta', 'post_id', 'meta_id' ), $wanted, $about );
		array_map( $this->put( ... ), $terms );
		foreach ( $this->rows( 'posts', 'post_parent', $wanted ) as $row ) {
			if ( 'revision' === $row['post_type'] ) {
				unset( $row['ID'] );
				$this->put( array( 'value', 'posts', $row, array() ) );
			}
		}
	}

	/** After all comments, which keep their ids. */
	private function notes(): void {
		foreach ( $this->rows( 'comments', 'comment_post_ID', $this->there( 'orders' ) ) as $row ) {
			if ( in_array( $row['comment_type'], array( 'order_note', 'action_log' ), true ) ) {
				unset( $row['comment_ID'] );
				$this->put( array( 'value', 'comments', $row, array() ) );
			}
		}
	}

	private function options(): void {
		$wanted = $this->there( 'options' );
		foreach ( $this->rows_by_key( 'options', 'option_name', $wanted ) as $row ) {
			unset( $row['option_id'] );
			$menus = array();
			if ( str_starts_with( $row['option_name'], 'theme_mods_' ) ) {
				$mods = @unserialize( (string) $row['option_value'], array( 'allowed_classes' => false ) );
				foreach ( (array) ( is_array( $mods ) ? $mods['nav_menu_locations'] ?? array() : array() ) as $place => $term ) {
					$menus[ $place ] = is_scalar( $term ) ? $this->named[ (int) $term ] ?? null : null;
				}
			}
			$this->put( array( 'option', $row, array_filter( $menus ) ) );
		}
	}

	private function rows_by_key( string $table, string $by, array $wanted ): Generator {
		$names = array();
		foreach ( array() === $wanted ? array() : $this->database->column( 'SELECT ' . panel_name( $by ) . ' FROM ' . panel_name( $this->prefix . $table ) ) as $name ) {
			if ( isset( $wanted[ panel_key( (string) $name ) ] ) ) {
				$names[ (string) $name ] = true;
			}
		}
		yield from $this->rows( $table, $by, $names );
	}
}

$panel_prefix  = $GLOBALS['wpdb']->prefix;
$panel_own     = panel_own_database();
$panel_without = explode( ' ', $panel_input['without'] );
$panel_tables  = panel_merged_tables( $panel_prefix );
foreach ( array( 'posts' => array( 'terms', 'menus', ...PANEL_POST_KINDS ), 'comments' => array( 'comments' ), 'users' => array( 'users' ) ) as $panel_group => $panel_kinds ) {
	if ( in_array( $panel_group, $panel_without, true ) ) {
		$panel_tables = array_diff_key( $panel_tables, array_flip( $panel_kinds ) );
	}
}
$panel_choices = json_decode( $panel_input['choices'], true, 5, JSON_THROW_ON_ERROR );
$panel_chosen  = array();
foreach ( $panel_choices['items'] as [ $panel_kind, $panel_key, $panel_keep ] ) {
	$panel_chosen[ "$panel_kind\t$panel_key" ] = $panel_keep;
}
$panel_stays = fn( string $kind, string $key ) => 'live' === ( $panel_chosen[ "$kind\t$key" ] ?? $panel_choices['otherwise'] );

$panel_answer = array( 'things' => 0, 'reason' => null );
$panel_file   = fopen( panel_data() . basename( $panel_input['to'] ), 'x' );
try {
	$panel_live = tmpfile();
	( new Panel_Digest( $panel_own, $panel_prefix, $panel_live ) )->write();
	$panel_open = fn( string $name ) => fopen( sys_get_temp_dir() . '/' . basename( $name ), 'r' );
	$panel_kept = panel_kept( $panel_live, $panel_open( $panel_input['staging'] ), $panel_open( $panel_input['copy'] ), $panel_tables, $panel_stays );
	$panel_left = array_flip( array_merge( PANEL_ADDRESS_OPTIONS, 'yes' === $panel_input['code'] ? PANEL_CODE_OPTIONS : array() ) );
	if ( isset( $panel_kept['options'] ) ) {
		$panel_kept['options'] = array_diff_key( $panel_kept['options'], $panel_left );
	}
	$panel_answer['things'] = ( new Panel_Export( $panel_own, $panel_prefix, $panel_file, $panel_kept ) )->write();
} catch ( Panel_Unknown ) {
	$panel_answer['reason'] = 'unseen';
} catch ( Panel_Too_Much ) {
	$panel_answer['reason'] = 'rows';
}
fclose( $panel_file );
echo "\n", json_encode( array( 'answer' => $panel_answer ) ), "\n";
