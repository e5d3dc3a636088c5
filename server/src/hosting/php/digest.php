<?php
/** The digest of a site's content: one line for each post, option, term, plugin, user and row. See `content-digest.php`. */
require_once __DIR__ . '/databases.php';
require_once __DIR__ . '/content-kinds.php';

/** Tables with more rows are not compared, nor those after so many lines: the process that compares them has little memory. */
const PANEL_MOST_ROWS  = 50000;
const PANEL_MOST_LINES = 80000;
/** Of tables whose rows are read and not written. */
const PANEL_MOST_VALUES = 1000000;
/** Seconds after which no other table is begun. */
const PANEL_MOST_SECONDS = 20;
/** Bytes of a value that are read; a longer one is compared by its digest in the database. */
const PANEL_LONGEST = 1048576;

/** A key as it is in a digest. */
function panel_key( string $key ): string {
	return preg_replace( '/[\x00-\x1f\x7f]/', '?', substr( $key, 0, 190 ) );
}

final class Panel_Digest {
	private const PARTS = array( 'title', 'content', 'excerpt', 'status', 'slug', 'date', 'author', 'parent', 'order', 'discussion', 'password' );
	private const POST  = array( 'ID', 'post_type', 'post_title', 'post_content', 'post_excerpt', 'post_status', 'post_name', 'post_date', 'post_author', 'post_parent', 'menu_order', 'comment_status', 'post_password', 'post_modified_gmt' );

	private float $ends;
	private int $lines = 0;
	/** @var array<string, bool> tables that were compared or left out already */
	private array $done = array();
	/** @var array<string, string> values of options that describe other things */
	private array $options = array();
	/** @var string[] hosts of this site */
	private array $hosts = array();
	private string $own  = '/(?!)/';

	/** @param resource $file */
	public function __construct( private Panel_Database $database, private string $prefix, private $file ) {
		$this->ends = microtime( true ) + PANEL_MOST_SECONDS;
		$table      = panel_name( "{$prefix}options" );
		foreach ( array( 'siteurl', 'home' ) as $name ) {
			$url  = parse_url( (string) ( $database->column( "SELECT option_value FROM $table WHERE option_name = '$name' LIMIT 1" )[0] ?? '' ) );
			$host = ( $url['host'] ?? '' ) . ( isset( $url['port'] ) ? ":{$url['port']}" : '' );
			if ( '' !== $host ) {
				array_push( $this->hosts, $host, rawurlencode( $host ) );
			}
		}
		if ( array() !== $this->hosts ) {
			$this->own = '~(?:https?(?::|%3A))?(//|\\\\/\\\\/|%2F%2F)(?:' . implode( '|', array_map( fn( $host ) => preg_quote( $host, '~' ), $this->hosts ) ) . ')(?![\w-]|\.\w)~i';
		}
	}

	public function write(): void {
		$this->options();
		$this->extensions();
		$this->posts();
		$this->terms();
		$this->users();
		$this->comments();
		$this->orders();
		foreach ( $this->database->column( 'SHOW TABLES' ) as $table ) {
			if ( str_starts_with( $table, $this->prefix ) && preg_match( '/^\w{1,64}$/', $table ) && ! isset( $this->done[ $table ] ) ) {
				$this->rows_of( $table );
			}
		}
		$this->put( 'end', '', '', '' );
	}

	private function put( string $kind, string $table, string $key, string $hash, array $about = array() ): void {
		++$this->lines;
		$key  = panel_key( $key );
		$line = "$kind\t$table\t$key\t$hash\t" . json_encode( $about, JSON_INVALID_UTF8_SUBSTITUTE | JSON_UNESCAPED_UNICODE ) . "\n";
		if ( fwrite( $this->file, $line ) !== strlen( $line ) ) {
			throw new RuntimeException( 'the disk is full' );
		}
	}

	/** The same text on both sites, whatever their addresses are. */
	private function same( ?string $text ): string {
		$text = (string) $text;
		foreach ( $this->hosts as $host ) {
			if ( false !== stripos( $text, $host ) ) {
				$ours = preg_replace( $this->own, '$1{site}', $text ) ?? $text;
				return $ours === $text ? $text : preg_replace( '/\bs:\d+:(?=\\\\*")/', 's:', $ours ) ?? $ours;
			}
		}
		return $text;
	}

	private function hash( ?string ...$texts ): string {
		return substr( md5( implode( "\0", array_map( $this->same( ... ), $texts ) ) ), 0, 16 );
	}

	/** A text for one line. */
	private function short( ?string $text, int $most = 160 ): string {
		$start = substr( $this->same( substr( (string) $text, 0, 8 * $most ) ), 0, 4 * $most );
		$valid = trim( preg_replace( '/\s+/u', ' ', (string) json_decode( (string) json_encode( $start, JSON_INVALID_UTF8_SUBSTITUTE ) ) ) ?? '' );
		return preg_match( "/^.{0,$most}/us", $valid, $found ) ? $found[0] : '';
	}

	/**
	 * The rows of a table, none when it is not there, has too many of them, or there is no time left. Without the values `of`
	 * the rows of another table, these cannot be compared either.
	 */
	private function rows( string $table, array $columns, string $of = '' ): Generator {
		$this->done[ $table ] = true;
		try {
			$count  = (int) $this->database->column( 'SELECT COUNT(*) FROM ' . panel_name( $table ) )[0];
			$is_too_many = '' === $of ? $count > PANEL_MOST_ROWS || $this->lines + $count > PANEL_MOST_LINES : $count > PANEL_MOST_VALUES;
			if ( $is_too_many || microtime( true ) > $this->ends ) {
				foreach ( array_filter( array( $table, $of ) ) as $unseen ) {
					$this->put( 'unseen', $unseen, $is_too_many ? 'rows' : 'time', '', array( 'n' => $unseen === $table ? $count : 0 ) );
				}
				return;
			}
			yield from $this->database->rows( $table, $columns, PANEL_LONGEST );
		} catch ( Throwable $error ) {
			if ( ! $this->database->is_missing( $error ) ) {
				throw $error;
			}
		}
	}

	private function options(): void {
		$table = "{$this->prefix}options";
		foreach ( $this->rows( $table, array( 'option_name', 'option_value' ) ) as [ $name, $value ] ) {
			if ( in_array( $name, array( 'active_plugins', 'template', 'stylesheet' ), true ) ) {
				$this->options[ $name ] = (string) $value;
			}
			if ( preg_match( PANEL_PASSING_OPTIONS, (string) $name ) ) {
				continue;
			}
			$about = array( 't' => $this->short( $name ) );
			if ( in_array( $name, PANEL_SHOWN_OPTIONS, true ) ) {
				$list       = preg_match( '/^a:\d+:/', (string) $value ) ? @unserialize( $value, array( 'allowed_classes' => false ) ) : null;
				$about['v'] = $this->short( is_array( $list ) ? implode( ', ', array_filter( $list, 'is_scalar' ) ) : $value, 200 );
			}
			$this->put( 'options', $table, (string) $name, $this->hash( $value ), $about );
		}
	}

	/** What the beginning of a file of a plugin or theme says of it. */
	private function header( string $file, string $name ): ?array {
		$text  = is_file( $file ) ? (string) @file_get_contents( $file, false, null, 0, 8192 ) : '';
		$value = fn( string $field ) => preg_match( '/^(?:[ \t]*<\?php)?[ \t\/*#@]*' . $field . ':(.*)$/mi', $text, $found ) ? trim( preg_replace( '/\s*(?:\*\/|\?>).*/', '', $found[1] ) ) : '';
		return '' === $value( $name ) ? null : array( $this->short( $value( $name ) ), $this->short( $value( 'Version' ), 40 ) );
	}

	private function extensions(): void {
		$content = getenv( 'PANEL_DOCUMENT_ROOT' ) . '/wp-content';
		$active  = @unserialize( $this->options['active_plugins'] ?? '', array( 'allowed_classes' => false ) );
		$active  = is_array( $active ) ? $active : array();
		$put     = function ( string $kind, string $key, ?array $header, bool $on ): void {
			if ( null !== $header ) {
				[ $name, $version ] = $header;
				$this->put( $kind, '', $key, $this->hash( $version, $on ? '1' : '0' ), array( 't' => $name, 'v' => $version, 's' => $on ? 'active' : 'inactive' ) );
			}
		};
		$plugins = array_merge( glob( "$content/plugins/*.php" ) ?: array(), glob( "$content/plugins/*/*.php" ) ?: array() );
		foreach ( array_slice( $plugins, 0, 3000 ) as $file ) {
			$key = substr( $file, strlen( "$content/plugins/" ) );
			$put( 'plugins', $key, $this->header( $file, 'Plugin Name' ), in_array( $key, $active, true ) );
		}
		foreach ( array_slice( glob( "$content/themes/*/style.css" ) ?: array(), 0, 500 ) as $file ) {
			$key = basename( dirname( $file ) );
			$put( 'themes', $key, $this->header( $file, 'Theme Name' ), ( $this->options['stylesheet'] ?? '' ) === $key );
		}
	}

	/** One hash of all values of each object, in whatever order they are stored. @return array<string, string> */
	private function collected( iterable $rows ): array {
		$found = array();
		foreach ( $rows as [ $id, $text ] ) {
			$one           = md5( $text, true );
			$found[ $id ] = isset( $found[ $id ] ) ? $found[ $id ] ^ $one : $one;
		}
		return $found;
	}

	/** The values beside an object, without those that change by themselves. */
	private function values( string $table, string $owner, string $without, string $of ): Generator {
		foreach ( $this->rows( $table, array( $owner, 'meta_key', 'meta_value' ), $of ) as [ $id, $name, $value ] ) {
			if ( ! preg_match( $without, (string) $name ) ) {
				yield array( $id, "$name=" . $this->same( $value ) );
			}
		}
	}

	private function posts(): void {
		[ $names, $menus, $items ] = array( array(), array(), array() );
		foreach ( $this->database->column( "SELECT CONCAT(x.term_taxonomy_id, '\t', x.taxonomy, '\t', t.slug, '\t', t.name) FROM " . panel_name( "{$this->prefix}term_taxonomy" ) . ' x JOIN ' . panel_name( "{$this->prefix}terms" ) . ' t ON t.term_id = x.term_id LIMIT ' . PANEL_MOST_ROWS ) as $line ) {
			[ $id, $taxonomy, $slug, $name ] = explode( "\t", (string) $line, 4 ) + array( '', '', '', '' );
			$names[ $id ]                    = "$taxonomy:$slug";
			if ( 'nav_menu' === $taxonomy ) {
				$menus[ $id ] = array( $slug, $name );
			}
		}
		$terms = function () use ( $names, $menus, &$items ): Generator {
			foreach ( $this->rows( "{$this->prefix}term_relationships", array( 'object_id', 'term_taxonomy_id', 'term_order' ), "{$this->prefix}posts" ) as [ $post, $term ] ) {
				if ( isset( $menus[ $term ] ) ) {
					$items[ $post ] = $term;
				}
				yield array( $post, $names[ $term ] ?? $term );
			}
		};
		$terms     = $this->collected( $terms() );
		$fields    = $this->collected( $this->values( "{$this->prefix}postmeta", 'post_id', '/^_(?:edit_|wp_old_|encloseme|pingme)/', "{$this->prefix}posts" ) );
		$in_menu   = array();
		$has_table = $this->has_orders();
		$table     = "{$this->prefix}posts";
		foreach ( $this->rows( $table, self::POST ) as $row ) {
			[ $id, $type, $title ] = $row;
			if ( in_array( $type, PANEL_PASSING_TYPES, true ) || 'auto-draft' === $row[5] || ( $has_table && str_starts_with( (string) $type, 'shop_order' ) ) ) {
				continue;
			}
			$parts = array_combine( self::PARTS, array_map( fn( $value ) => substr( $this->hash( (string) $value ), 0, 6 ), array_slice( $row, 2, count( self::PARTS ) ) ) );
			$parts += array( 'fields' => bin2hex( substr( $fields[ $id ] ?? '', 0, 3 ) ), 'terms' => bin2hex( substr( $terms[ $id ] ?? '', 0, 3 ) ) );
			$hash   = md5( implode( ' ', $parts ) . bin2hex( $fields[ $id ] ?? '' ) . bin2hex( $terms[ $id ] ?? '' ) . $this->hash( (string) $row[2], (string) $row[3], (string) $row[4] ) );
			if ( 'nav_menu_item' === $type ) {
				$term             = $items[ $id ] ?? '';
				$in_menu[ $term ] = array( ( $in_menu[ $term ][0] ?? 0 ) + 1, ( $in_menu[ $term ][1] ?? str_repeat( "\0", 16 ) ) ^ md5( $hash, true ) );
				continue;
			}
			$kind = PANEL_TYPES[ $type ] ?? 'content';
			$this->put( $kind, $table, (string) $id, substr( $hash, 0, 16 ), array( 't' => $this->short( $title ), 'k' => $this->short( $type, 40 ), 's' => $this->short( $row[5], 40 ), 'd' => (string) $row[13], 'f' => $parts ) );
		}
		foreach ( $menus as $term => [ $slug, $name ] ) {
			[ $count, $hash ] = $in_menu[ $term ] ?? array( 0, '' );
			$this->put( 'menus', $table, $slug, $this->hash( $name, (string) $count, bin2hex( $hash ) ), array( 't' => $this->short( $name ), 'v' => (string) $count ) );
		}
	}

	/** Categories, tags and other terms by taxonomy and slug; menus have a kind of their own. */
	private function terms(): void {
		$table  = "{$this->prefix}term_taxonomy";
		$fields = $this->collected( $this->values( "{$this->prefix}termmeta", 'term_id', '/^product_count_/', $table ) );
		$named  = array();
		foreach ( $this->rows( "{$this->prefix}terms", array( 'term_id', 'name', 'slug' ), $table ) as [ $id, $name, $slug ] ) {
			$named[ $id ] = array( (string) $name, (string) $slug );
		}
		foreach ( $this->rows( $table, array( 'term_id', 'taxonomy', 'description', 'parent' ) ) as [ $id, $taxonomy, $about, $parent ] ) {
			[ $name, $slug ] = $named[ $id ] ?? array( '', '' );
			if ( 'nav_menu' !== $taxonomy && '' !== $slug ) {
				$hash = $this->hash( $name, (string) $about, $named[ $parent ][1] ?? '', bin2hex( $fields[ $id ] ?? '' ) );
				$this->put( 'terms', $table, "$taxonomy:$slug", $hash, array( 't' => $this->short( $name ), 'k' => $this->short( $taxonomy, 40 ) ) );
			}
		}
	}

	private function users(): void {
		$roles  = array();
		$values = function () use ( &$roles ): Generator {
			$role = "{$this->prefix}capabilities";
			foreach ( $this->rows( "{$this->prefix}usermeta", array( 'user_id', 'meta_key', 'meta_value' ), "{$this->prefix}users" ) as [ $id, $name, $value ] ) {
				if ( $name === $role ) {
					$list         = @unserialize( (string) $value, array( 'allowed_classes' => false ) );
					$roles[ $id ] = is_array( $list ) ? implode( ', ', array_keys( array_filter( $list ) ) ) : '';
				} elseif ( ! preg_match( '/^(?:session_tokens|.*(?:user-settings-time|dashboard_quick_press_last_post_id|last_update|last_active|last_login))$/', (string) $name ) ) {
					yield array( $id, "$name=" . $this->same( $value ) );
				}
			}
		};
		$others = $this->collected( $values() );
		$table  = "{$this->prefix}users";
		foreach ( $this->rows( $table, array( 'ID', 'user_login', 'user_email', 'display_name', 'user_pass', 'user_url', 'user_nicename' ) ) as $row ) {
			[ $id, $login, $email, $name, $password ] = $row;
			$role  = $roles[ $id ] ?? '';
			$other = bin2hex( $others[ $id ] ?? '' );
			$part  = fn( ?string ...$texts ) => substr( $this->hash( ...$texts ), 0, 6 );
			$parts = array( 'login' => $part( $login ), 'email' => $part( $email ), 'name' => $part( $name ), 'password' => $part( $password ), 'role' => $part( $role ), 'fields' => $part( $other, $row[5], $row[6] ) );
			$this->put( 'users', $table, (string) $id, $this->hash( $role, $other, ...array_slice( $row, 1 ) ), array( 't' => $this->short( $login ), 'v' => $this->short( $role, 100 ), 'f' => $parts ) );
		}
	}

	private function comments(): void {
		$table = "{$this->prefix}comments";
		$this->done[ "{$this->prefix}commentmeta" ] = true;
		foreach ( $this->rows( $table, array( 'comment_ID', 'comment_author', 'comment_content', 'comment_approved', 'comment_post_ID', 'comment_parent', 'comment_type' ) ) as [ $id, $author, $text, $approved, $post, $parent, $type ] ) {
			// Notes of shops belong to their orders.
			if ( in_array( $type, array( 'order_note', 'action_log' ), true ) ) {
				continue;
			}
			$this->put( 'comments', $table, (string) $id, $this->hash( $author, $text, (string) $approved, (string) $post, (string) $parent ), array( 't' => $this->short( $text, 100 ), 'v' => $this->short( $author, 60 ) ) );
		}
	}

	private function has_orders(): bool {
		try {
			return (int) $this->database->column( 'SELECT COUNT(*) FROM ' . panel_name( "{$this->prefix}wc_orders" ) )[0] > 0;
		} catch ( Throwable $error ) {
			if ( $this->database->is_missing( $error ) ) {
				return false;
			}
			throw $error;
		}
	}

	/** Orders in tables of their own. */
	private function orders(): void {
		if ( ! $this->has_orders() ) {
			return;
		}
		$table   = "{$this->prefix}wc_orders";
		$columns = $this->database->columns( $table );
		$at      = array_flip( $columns );
		foreach ( $this->rows( $table, $columns ) as $row ) {
			$value = fn( string $name ) => (string) ( $row[ $at[ $name ] ?? -1 ] ?? '' );
			$total = trim( preg_replace( '/(\.\d\d)\d*$/', '$1', $value( 'total_amount' ) ) . ' ' . $value( 'currency' ) );
			$this->put( 'orders', $table, $value( 'id' ), $this->hash( ...array_map( 'strval', $row ) ), array( 't' => '#' . $this->short( $value( 'id' ), 20 ), 's' => $this->short( $value( 'status' ), 40 ), 'v' => $this->short( $total, 40 ) ) );
		}
	}

	/** Any other table, by its primary key; without one, each row is known by its content. */
	private function rows_of( string $table ): void {
		$columns = $this->database->columns( $table );
		$keys    = array_intersect( $columns, $this->database->keys( $table ) );
		$at      = array_keys( $keys );
		$seen    = array();
		$this->put( 'table', $table, '', '', array( 'v' => $this->short( implode( ', ', $keys ), 120 ) ) );
		foreach ( $this->rows( $table, $columns ) as $row ) {
			$hash = $this->hash( ...array_map( fn( $value ) => null === $value ? "\1" : (string) $value, $row ) );
			if ( array() === $at ) {
				$seen[ $hash ] = ( $seen[ $hash ] ?? 0 ) + 1;
				$key           = "$hash {$seen[ $hash ]}";
			} else {
				$key = implode( ' · ', array_map( fn( $one ) => $this->short( (string) $row[ $one ], 60 ), $at ) );
			}
			$this->put( 'tables', $table, $key, $hash );
		}
	}
}
