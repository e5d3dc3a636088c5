<?php
/**
 * Puts the rows that `export-changes.php` has written into the database that replaces that of the live site. It is one that nobody uses
 * yet. A thing whose id is taken gets another one, and what refers to it is changed. PANEL_INPUT holds as JSON: `from`, the name of the
 * file in the data folder, which is removed afterwards; `without`, kinds of tables that were kept as a whole, separated by spaces. Prints `{"answer": {"kept": …, "renumbered": …, "left": …}}`.
 */
$panel_input = json_decode( (string) getenv( 'PANEL_INPUT' ), true, 4, JSON_THROW_ON_ERROR );
require __DIR__ . '/databases.php';
require __DIR__ . '/content-changes.php';
panel_load_wordpress();
set_time_limit( 0 );

final class Panel_Apply {
	private const IDS    = array( 'posts' => 'ID', 'comments' => 'comment_ID', 'users' => 'ID' );
	private const VALUES = array( 'posts' => array( 'postmeta', 'post_id' ), 'comments' => array( 'commentmeta', 'comment_id' ), 'users' => array( 'usermeta', 'user_id' ) );
	/** Columns that refer to a thing of another table. */
	private const REFERENCES = array(
		'posts'    => array( 'post_parent' => 'posts', 'post_author' => 'users' ),
		'comments' => array( 'comment_post_ID' => 'posts', 'comment_parent' => 'comments', 'user_id' => 'users' ),
		'postmeta' => array( 'post_id' => 'posts' ),
		'usermeta' => array( 'user_id' => 'users' ),
		'commentmeta' => array( 'comment_id' => 'comments' ),
	);
	private const FIELDS  = array( '_thumbnail_id', '_menu_item_menu_item_parent', '_product_image_gallery' );
	private const OPTIONS = array( 'page_on_front', 'page_for_posts', 'wp_page_for_privacy_policy', 'site_icon', 'site_logo' );

	/** @var array<string, array<int, int>> the new id of a thing that could not keep its own, by table */
	private array $moved = array();
	/** @var array<string, array<string, bool>> ids of each table */
	private array $taken = array();
	/** @var array<string, string[]> columns of each table */
	private array $columns = array();
	/** @var array<string, array{int, int}> ids of terms by taxonomy and slug: in the taxonomy, and of the term */
	private array $terms = array();
	/** Posts whose number of comments is counted again. */
	private array $counted = array();
	/** Comments without their post. */
	private array $orphans = array();

	/** @param string[] $whole kinds of tables that were kept as a whole */
	public function __construct( private Panel_Database $database, private string $prefix, private string $file, private array $whole ) {
		$this->find_terms();
	}

	public function apply(): array {
		$kept = 0;
		foreach ( $this->records() as $record ) {
			if ( 'remove' === $record[0] ) {
				$this->remove( $record[1], $record[2] );
				++$kept;
			}
		}
		foreach ( $this->records() as $record ) {
			if ( 'row' === $record[0] && $record[3]['known'] && ! isset( $record[3]['menu'] ) ) {
				$this->clear( $record[1], (int) $record[2][ self::IDS[ $record[1] ] ] );
			} elseif ( 'term' === $record[0] && 'nav_menu' === $record[1][0] ) {
				$this->clear_menu( $record[1][1] );
			}
		}
		foreach ( self::IDS as $table => $id ) {
			$this->taken[ $table ] = array_fill_keys( $this->database->column( 'SELECT ' . panel_name( $id ) . ' FROM ' . $this->table( $table ) ), true );
		}
		$renumbered = $this->number();
		foreach ( $this->records() as $record ) {
			$kept += (int) $this->{"put_$record[0]"}( ...array_slice( $record, 1 ) );
		}
		$this->follow( 'comments' );
		$this->follow( 'posts' );
		$this->count();
		return array( 'kept' => $kept, 'renumbered' => $renumbered, 'left' => count( $this->orphans ) );
	}

	private function records(): Generator {
		$file = fopen( $this->file, 'r' );
		while ( false !== ( $line = fgets( $file ) ) ) {
			yield unserialize( base64_decode( $line ), array( 'allowed_classes' => false ) );
		}
		fclose( $file );
	}

	private function table( string $name ): string {
		return panel_name( $this->prefix . $name );
	}

	private function value( mixed $value ): string {
		return null === $value ? 'NULL' : ( is_int( $value ) ? (string) $value : $this->database->quote( (string) $value ) );
	}

	/** Writes a row with the columns that this table has. */
	private function insert( string $table, array $row ): void {
		$this->columns[ $table ] ??= $this->database->columns( $this->prefix . $table );
		$row                       = array_intersect_key( $row, array_flip( $this->columns[ $table ] ) );
		$this->database->run( 'INSERT INTO ' . $this->table( $table ) . ' (' . implode( ', ', array_map( panel_name( ... ), array_keys( $row ) ) ) . ') VALUES (' . implode( ', ', array_map( $this->value( ... ), $row ) ) . ')' );
	}

	private function delete( string $table, string $where ): void {
		$this->database->run( 'DELETE FROM ' . $this->table( $table ) . " WHERE $where" );
	}

	/** Removes a thing with what is beside it. */
	private function clear( string $table, int $id ): void {
		[ $values, $owner ] = self::VALUES[ $table ];
		$this->delete( $values, panel_name( $owner ) . " = $id" );
		$this->delete( $table, panel_name( self::IDS[ $table ] ) . " = $id" );
		if ( 'posts' === $table ) {
			$this->delete( 'term_relationships', "object_id = $id" );
			$this->delete( 'posts', "post_parent = $id AND post_type = 'revision'" );
			$this->delete( 'comments', "comment_post_ID = $id AND comment_type IN ('order_note', 'action_log')" );
		}
	}

	private function clear_menu( string $slug ): void {
		[ $id ] = $this->terms[ "nav_menu:$slug" ] ?? array( 0 );
		foreach ( $this->database->column( 'SELECT object_id FROM ' . $this->table( 'term_relationships' ) . " WHERE term_taxonomy_id = $id" ) as $item ) {
			$this->clear( 'posts', (int) $item );
		}
	}

	private function remove( string $kind, string $key ): void {
		if ( 'options' === $kind ) {
			$this->delete( 'options', 'option_name = ' . $this->database->quote( $key ) );
		} elseif ( 'menus' === $kind || 'terms' === $kind ) {
			$name = 'menus' === $kind ? "nav_menu:$key" : $key;
			if ( 'menus' === $kind ) {
				$this->clear_menu( $key );
			}
			[ $id, $term ] = $this->terms[ $name ] ?? array( 0, 0 );
			$this->delete( 'term_relationships', "term_taxonomy_id = $id" );
			$this->delete( 'term_taxonomy', "term_taxonomy_id = $id" );
			$this->delete( 'termmeta', "term_id = $term" );
			$this->delete( 'terms', "term_id = $term" );
			unset( $this->terms[ $name ] );
		} else {
			$table = in_array( $kind, PANEL_POST_KINDS, true ) ? 'posts' : $kind;
			if ( 'comments' === $table ) {
				$this->counted += array_flip( $this->database->column( 'SELECT comment_post_ID FROM ' . $this->table( 'comments' ) . ' WHERE comment_ID = ' . (int) $key ) );
			}
			$this->clear( $table, (int) $key );
		}
	}

	/** Finds new ids for things whose own is taken. A user with the login of another is that user. */
	private function number(): int {
		[ $most, $moves ] = array( array(), array() );
		foreach ( $this->taken as $table => $ids ) {
			$most[ $table ] = array() === $ids ? 0 : max( array_keys( $ids ) );
		}
		foreach ( $this->records() as $record ) {
			if ( 'row' === $record[0] ) {
				[ , $table, $row ] = $record;
				$id                = (int) $row[ self::IDS[ $table ] ];
				$most[ $table ]    = max( $most[ $table ], $id );
				$same              = 'users' === $table ? (int) ( $this->database->column( 'SELECT ID FROM ' . $this->table( 'users' ) . ' WHERE user_login = ' . $this->database->quote( $row['user_login'] ) )[0] ?? 0 ) : 0;
				if ( $same > 0 ) {
					$this->clear( 'users', $same );
					unset( $this->taken['users'][ $same ] );
					$this->moved['users'][ $id ] = $same;
				} elseif ( isset( $this->taken[ $table ][ $id ] ) ) {
					$moves[] = array( $table, $id );
				}
			}
		}
		foreach ( $moves as [ $table, $id ] ) {
			$this->moved[ $table ][ $id ] = ++$most[ $table ];
		}
		return count( $moves );
	}

	private function now( string $table, mixed $id ): int {
		return $this->moved[ $table ][ (int) $id ] ?? (int) $id;
	}

	private function refer( string $table, array $row ): array {
		foreach ( self::REFERENCES[ $table ] ?? array() as $column => $to ) {
			$row[ $column ] = $this->now( $to, $row[ $column ] );
		}
		return $row;
	}

	/** Rows of a table that was kept as a whole refer to the ids that things of other tables had on the live site. */
	private function follow( string $table ): void {
		foreach ( in_array( $table, $this->whole, true ) ? self::REFERENCES[ $table ] : array() as $column => $to ) {
			$moved = $this->moved[ $to ] ?? array();
			if ( array() === $moved || $to === $table ) {
				continue;
			}
			$name  = panel_name( $column );
			$cases = implode( ' ', array_map( fn( $old, $new ) => "WHEN $old THEN $new", array_keys( $moved ), $moved ) );
			$this->database->run( 'UPDATE ' . $this->table( $table ) . " SET $name = CASE $name $cases ELSE $name END WHERE $name IN (" . implode( ', ', array_keys( $moved ) ) . ')' );
		}
	}

	private function put_remove(): bool {
		return false;
	}

	private function put_row( string $table, array $row, array $about ): bool {
		$id         = self::IDS[ $table ];
		$old        = (int) $row[ $id ];
		$row        = $this->refer( $table, $row );
		$row[ $id ] = $this->now( $table, $old );
		if ( 'comments' === $table ) {
			$this->counted[ $row['comment_post_ID'] ] = true;
			if ( (int) $row['comment_post_ID'] > 0 && ! isset( $this->taken['posts'][ $row['comment_post_ID'] ] ) ) {
				$this->orphans[ $old ] = true;
				return false;
			}
		} elseif ( 'posts' === $table ) {
			$this->counted[ $row[ $id ] ] = true;
		}
		$this->taken[ $table ][ $row[ $id ] ] = true;
		$this->insert( $table, $row );
		return ! isset( $about['menu'] );
	}

	private function put_value( string $table, array $row, array $about ): bool {
		if ( 'commentmeta' === $table && isset( $this->orphans[ (int) $row['comment_id'] ] ) ) {
			return false;
		}
		$row = $this->refer( $table, $row );
		if ( 'postmeta' === $table && ( in_array( $row['meta_key'], self::FIELDS, true ) || ( $about['post'] ?? false ) ) ) {
			$row['meta_value'] = $this->list_of( (string) $row['meta_value'] );
		} elseif ( isset( $about['term'] ) ) {
			$row['meta_value'] = (string) $this->term( $about['term'] )[1];
		}
		$this->insert( $table, $row );
		return false;
	}

	/** Ids of posts, separated by commas. */
	private function list_of( string $ids ): string {
		return implode( ',', array_map( fn( $id ) => isset( $this->moved['posts'][ (int) $id ] ) ? (string) $this->now( 'posts', $id ) : $id, explode( ',', $ids ) ) );
	}

	private function find_terms(): void {
		$sql = "SELECT CONCAT(x.term_taxonomy_id, '\t', x.term_id, '\t', x.taxonomy, ':', t.slug) FROM " . $this->table( 'term_taxonomy' ) . ' x JOIN ' . $this->table( 'terms' ) . ' t ON t.term_id = x.term_id';
		foreach ( $this->database->column( $sql ) as $line ) {
			[ $id, $term, $name ]  = explode( "\t", (string) $line, 3 );
			$this->terms[ $name ] = array( (int) $id, (int) $term );
		}
	}

	/** The ids of a term, which is made when it is missing. @return array{int, int} */
	private function term( array $term ): array {
		[ $taxonomy, $slug, $name ] = $term;
		if ( ! isset( $this->terms[ "$taxonomy:$slug" ] ) ) {
			$next = fn( string $table, string $id ) => 1 + (int) $this->database->column( "SELECT MAX($id) FROM " . $this->table( $table ) )[0];
			$ids  = array( $next( 'term_taxonomy', 'term_taxonomy_id' ), $next( 'terms', 'term_id' ) );
			$this->insert( 'terms', array( 'term_id' => $ids[1], 'name' => $name, 'slug' => $slug, 'term_group' => 0 ) );
			$this->insert( 'term_taxonomy', array( 'term_taxonomy_id' => $ids[0], 'term_id' => $ids[1], 'taxonomy' => $taxonomy, 'description' => '', 'parent' => 0, 'count' => 0 ) );
			$this->terms[ "$taxonomy:$slug" ] = $ids;
		}
		return $this->terms[ "$taxonomy:$slug" ];
	}

	private function put_term( array $term, string $description, array $parent ): bool {
		[ $id, $own ] = $this->term( $term );
		$above        = array() === $parent ? 0 : $this->term( $parent )[1];
		$this->database->run( 'UPDATE ' . $this->table( 'terms' ) . ' SET name = ' . $this->database->quote( $term[2] ) . " WHERE term_id = $own" );
		$this->database->run( 'UPDATE ' . $this->table( 'term_taxonomy' ) . ' SET description = ' . $this->database->quote( $description ) . ", parent = $above WHERE term_taxonomy_id = $id" );
		$this->delete( 'termmeta', "term_id = $own" );
		return true;
	}

	private function put_termvalue( array $term, array $row ): bool {
		$this->insert( 'termmeta', array( 'term_id' => $this->term( $term )[1] ) + $row );
		return false;
	}

	private function put_in( int $post, array $term, int $order ): bool {
		$this->insert( 'term_relationships', array( 'object_id' => $this->now( 'posts', $post ), 'term_taxonomy_id' => $this->term( $term )[0], 'term_order' => $order ) );
		return false;
	}

	private function put_option( array $row, array $menus ): bool {
		[ 'option_name' => $name, 'option_value' => $value ] = $row;
		$list = array() !== $menus || 'sticky_posts' === $name ? @unserialize( (string) $value, array( 'allowed_classes' => false ) ) : null;
		if ( in_array( $name, self::OPTIONS, true ) ) {
			$row['option_value'] = $this->list_of( (string) $value );
		} elseif ( is_array( $list ) && 'sticky_posts' === $name ) {
			$row['option_value'] = serialize( array_map( fn( $id ) => $this->now( 'posts', $id ), $list ) );
		} elseif ( is_array( $list ) ) {
			foreach ( $menus as $place => $term ) {
				$list['nav_menu_locations'][ $place ] = $this->term( $term )[1];
			}
			$row['option_value'] = serialize( $list );
		}
		$this->delete( 'options', 'option_name = ' . $this->database->quote( $name ) );
		$this->insert( 'options', $row );
		return true;
	}

	/** Numbers that WordPress keeps beside posts and terms. */
	private function count(): void {
		$comments = $this->table( 'comments' );
		foreach ( array_map( intval( ... ), array_keys( $this->counted ) ) as $id ) {
			$this->database->run( 'UPDATE ' . $this->table( 'posts' ) . " SET comment_count = (SELECT COUNT(*) FROM $comments WHERE comment_post_ID = $id AND comment_approved = '1') WHERE ID = $id" );
		}
		$numbers = array_count_values( array_map( intval( ... ), $this->database->column( 'SELECT r.term_taxonomy_id FROM ' . $this->table( 'term_relationships' ) . ' r JOIN ' . $this->table( 'posts' ) . " p ON p.ID = r.object_id WHERE p.post_status = 'publish'" ) ) );
		foreach ( $this->database->column( 'SELECT term_taxonomy_id FROM ' . $this->table( 'term_taxonomy' ) . " WHERE taxonomy IN ('category', 'post_tag', 'nav_menu')" ) as $id ) {
			$this->database->run( 'UPDATE ' . $this->table( 'term_taxonomy' ) . ' SET count = ' . ( $numbers[ $id ] ?? 0 ) . " WHERE term_taxonomy_id = $id AND count <> " . ( $numbers[ $id ] ?? 0 ) );
		}
	}
}

$panel_file     = panel_data() . basename( $panel_input['from'] );
$panel_database = panel_own_database();
$panel_database->begin();
$panel_answer = ( new Panel_Apply( $panel_database, $GLOBALS['wpdb']->prefix, $panel_file, explode( ' ', $panel_input['without'] ) ) )->apply();
$panel_database->finish();
unlink( $panel_file );
echo "\n", json_encode( array( 'answer' => $panel_answer ) ), "\n";
