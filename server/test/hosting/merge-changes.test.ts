import type { Collisions, KeptTables } from '@panel/contract';
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { mariadbMissing, startMariadb, type TestMariadb } from './mariadb-support.ts';
import { openHost, PHP_UNDER_TEST, phpMissing, progress, siteSpec, type Host } from './hosting-support.ts';

const php = await phpMissing();
const missing = { sqlite: php, mariadb: php ?? (await mariadbMissing()) };
const STAGING: Collisions = { otherwise: 'staging', items: [] };

/** What a site shows of what the tests change. */
const SEEN = `
  global $wpdb;
  $titles = array();
  foreach ($wpdb->get_results("SELECT ID, post_title FROM $wpdb->posts WHERE post_type IN ('post', 'page') AND post_status <> 'auto-draft' ORDER BY ID") as $post) $titles[$post->ID] = $post->post_title;
  $new = (int) $wpdb->get_var("SELECT ID FROM $wpdb->posts WHERE post_title = 'New on live'");
  $menu = array_map(fn($item) => $item->title, wp_get_nav_menu_items('main') ?: array());
  $ids = array_flip($titles);
  echo json_encode(array(
    'titles' => array_values($titles),
    'color' => get_post_meta($new, 'color', true),
    'image' => get_the_title((int) get_post_meta($new, '_thumbnail_id', true)),
    'terms' => wp_get_post_terms($new, 'category', array('fields' => 'names')),
    'author' => $new ? get_the_author_meta('user_login', get_post($new)->post_author) : '',
    'child' => $new && isset($ids['Child on live']) ? get_post($ids['Child on live'])->post_parent === $new : null,
    'comments' => array_map(fn($comment) => $comment->comment_content . ' on ' . get_post($comment->comment_post_ID)?->post_title, get_comments(array('order' => 'ASC', 'orderby' => 'comment_ID'))),
    'count' => $new ? (int) get_post($new)->comment_count : 0,
    'users' => array_map(fn($user) => $user->user_login . ' ' . implode(',', $user->roles), get_users(array('orderby' => 'ID'))),
    'options' => array_map('get_option', array('blogname', 'blogdescription', 'posts_per_page', 'page_on_front', 'siteurl')),
    'front' => get_the_title((int) get_option('page_on_front')),
    'categories' => get_terms(array('taxonomy' => 'category', 'hide_empty' => false, 'fields' => 'id=>name', 'orderby' => 'name')),
    'menu' => $menu,
    'revisions' => count(wp_get_post_revisions(1)),
  ));`;

type Seen = {
  titles: string[];
  terms: string[];
  comments: string[];
  users: string[];
  options: string[];
  categories: Record<string, string>;
  menu: string[];
} & Record<'color' | 'image' | 'author' | 'front', string> & {
    child: boolean | null;
    count: number;
    revisions: number;
  };

/** In both before the copy. */
const COMMON = `
  foreach (array('Kept', 'Both', 'Gone on live', 'Gone on staging', 'Gone on staging, changed on live', 'With comments') as $title) wp_insert_post(array('post_title' => $title, 'post_status' => 'publish'));
  wp_insert_term('Old', 'category');
  $menu = wp_create_nav_menu('main');
  wp_update_nav_menu_item($menu, 0, array('menu-item-title' => 'Home', 'menu-item-url' => home_url('/'), 'menu-item-status' => 'publish'));`;

const FIND = `$id = fn($title) => (int) $GLOBALS['wpdb']->get_var($GLOBALS['wpdb']->prepare("SELECT ID FROM {$GLOBALS['wpdb']->posts} WHERE post_title = %s AND post_type <> 'revision'", $title));`;

const ON_LIVE = `${FIND}
  wp_update_post(wp_slash(array('ID' => 1, 'post_title' => 'Hello from "live" \\\\ ' . home_url('/x'))));
  wp_update_post(array('ID' => $id('Both'), 'post_title' => 'Both, as on live'));
  wp_update_post(array('ID' => $id('Gone on staging, changed on live'), 'post_title' => 'Changed on live, gone on staging'));
  wp_delete_post($id('Gone on live'), true);
  $user = wp_insert_user(array('user_login' => 'colleague', 'user_pass' => 'very-secret', 'user_email' => 'c@example.com', 'role' => 'editor'));
  $term = wp_insert_term('News', 'category');
  $image = wp_insert_attachment(array('post_title' => 'Picture of live', 'post_status' => 'inherit', 'post_mime_type' => 'image/png'));
  $new = wp_insert_post(array('post_title' => 'New on live', 'post_status' => 'publish', 'post_author' => $user, 'post_category' => array($term['term_id'])));
  update_post_meta($new, 'color', 'red');
  update_post_meta($new, '_thumbnail_id', $image);
  wp_insert_post(array('post_title' => 'Child on live', 'post_type' => 'page', 'post_status' => 'publish', 'post_parent' => $new));
  wp_insert_comment(array('comment_post_ID' => $new, 'comment_content' => 'On the new one', 'comment_approved' => 1));
  wp_insert_comment(array('comment_post_ID' => 1, 'comment_content' => 'From a visitor', 'comment_approved' => 1));
  wp_insert_comment(array('comment_post_ID' => $id('Gone on staging'), 'comment_content' => 'On what is gone', 'comment_approved' => 1));
  update_option('blogdescription', 'Of live');
  update_option('posts_per_page', 7);
  update_option('page_on_front', $id('Child on live'));
  $menu = wp_get_nav_menu_object('main');
  wp_update_nav_menu_item($menu->term_id, 0, array('menu-item-title' => 'Added on live', 'menu-item-object' => 'post', 'menu-item-object-id' => $new, 'menu-item-type' => 'post_type', 'menu-item-status' => 'publish'));`;

const ON_STAGING = `${FIND}
  wp_update_post(array('ID' => 2, 'post_title' => 'Of staging'));
  wp_update_post(array('ID' => $id('Both'), 'post_title' => 'Both, as on staging'));
  wp_delete_post($id('Gone on staging'), true);
  wp_delete_post($id('Gone on staging, changed on live'), true);
  foreach (range(1, 4) as $number) wp_insert_post(array('post_title' => "New on staging $number", 'post_status' => 'publish'));
  wp_insert_user(array('user_login' => 'designer', 'user_pass' => 'very-secret', 'user_email' => 'd@example.com', 'role' => 'author'));
  wp_insert_term('Sale', 'category');
  wp_insert_comment(array('comment_post_ID' => $id('With comments'), 'comment_content' => 'Of staging', 'comment_approved' => 1));
  update_option('blogname', 'Renewed');
  update_option('posts_per_page', 5);`;

for (const engine of ['sqlite', 'mariadb'] as const)
  describe(
    `a copy into a site that keeps what only that has changed, on ${engine}`,
    { skip: missing[engine] ?? false },
    () => {
      let mariadb: TestMariadb | undefined;
      let host: Host;
      const live = siteSpec('live');
      const staging = siteSpec('staging.live', { siteId: 'site-staging' });
      const copied = new Date(0);

      before(async () => {
        if (engine === 'mariadb') mariadb = await startMariadb();
        host = await openHost(PHP_UNDER_TEST, mariadb && { databaseUrl: mariadb.url });
        await host.driver.create(live, progress());
        await run(live.siteId, COMMON);
        await host.driver.clone(live.siteId, staging, progress());
        await host.driver.rememberContent(staging.siteId, copied);
      });
      after(async () => {
        await host?.close();
        await mariadb?.stop();
      });

      const run = async (siteId: string, code: string): Promise<string> => {
        const { code: ended, stdout, stderr } = await host.driver.exec(siteId, ['eval', code]);
        assert.equal(ended, 0, stderr.slice(-800));
        return stdout.trim();
      };
      const seen = async (siteId: string): Promise<Seen> => JSON.parse(await run(siteId, SEEN));
      const publish = (merge: Collisions, keep: KeptTables[] = [], since = copied) =>
        host.driver.copyInto(
          staging.siteId,
          live.siteId,
          { parts: 'database', keep, merge: { ...merge, copied: since } },
          progress(),
        );

      test('what each site changed alone is there, a new thing whose id is taken gets another, and what both changed is as chosen', async () => {
        await run(live.siteId, ON_LIVE);
        await run(staging.siteId, ON_STAGING);
        const found = await host.driver.compareContent(staging.siteId, live.siteId, copied);
        const by = (kind: string) =>
          Object.fromEntries(
            found?.groups.find((group) => group.kind === kind)?.items.map((item) => [item.title, item.by]) ?? [],
          );
        const posts = by('posts');
        assert.deepEqual(
          ['Both, as on staging', 'Gone on live', 'Gone on staging', 'Changed on live, gone on staging'].map(
            (one) => posts[one],
          ),
          ['both', 'live', 'staging', 'both'],
        );
        assert.deepEqual(by('terms'), { News: 'live', Sale: 'staging' });
        const both = found?.groups.flatMap(({ kind, items }) =>
          items.filter((item) => item.by === 'both').map(({ key }) => ({ kind, key })),
        );
        const changed = both?.find(({ kind, key }) => kind === 'posts' && key !== '')?.key ?? '';
        const merged = await publish({ otherwise: 'live', items: [{ kind: 'posts', key: changed, keep: 'staging' }] });
        assert.ok(merged && merged.kept > 8 && merged.renumbered > 3, JSON.stringify(merged));
        assert.equal(merged.left, 1, 'a comment on a post that is gone');
        const now = await seen(live.siteId);
        assert.deepEqual(
          now.titles.toSorted(),
          [
            'Both, as on staging',
            'Changed on live, gone on staging',
            'Child on live',
            `Hello from "live" \\ ${live.url}/x`,
            'Kept',
            'New on live',
            ...[1, 2, 3, 4].map((number) => `New on staging ${number}`),
            'Of staging',
            'Privacy Policy',
            'With comments',
          ].toSorted(),
        );
        assert.deepEqual(
          [now.color, now.image, now.terms, now.author, now.child, now.count, now.front],
          ['red', 'Picture of live', ['News'], 'colleague', true, 1, 'Child on live'],
        );
        assert.deepEqual(
          now.comments.slice(1).toSorted(),
          [
            `From a visitor on ${now.titles[0]}`,
            'Of staging on With comments',
            'On the new one on New on live',
          ].toSorted(),
        );
        assert.deepEqual(now.users, ['owner administrator', 'designer author', 'colleague editor']);
        assert.deepEqual([...now.options.slice(0, 3), now.options[4]], ['Renewed', 'Of live', '7', live.url]);
        assert.deepEqual(Object.values(now.categories).toSorted(), ['News', 'Old', 'Sale', 'Uncategorized']);
        assert.deepEqual(now.menu, ['Home', 'Added on live']);
        assert.equal(now.revisions, 1);
      });

      test('done again it gives the same; what staging has changed arrives, and what it kept is still that of live', async () => {
        const before = await seen(live.siteId);
        await publish({ otherwise: 'live', items: [] });
        assert.deepEqual(await seen(live.siteId), before);
      });

      test('without it, all of the live site is replaced; what was not remembered is not merged', async () => {
        assert.equal(await publish(STAGING, [], new Date(5)), null);
        const [now, theirs] = [await seen(live.siteId), await seen(staging.siteId)];
        assert.deepEqual([now.titles, now.users, now.comments], [theirs.titles, theirs.users, theirs.comments]);
      });

      test('comments that are kept as a whole follow the posts that got another id', async () => {
        const add = (title: string) =>
          `$id = wp_insert_post(array('post_title' => '${title}', 'post_status' => 'publish'));`;
        await run(
          live.siteId,
          `${add('Later on live')} wp_insert_comment(array('comment_post_ID' => $id, 'comment_content' => 'A question', 'comment_approved' => 1));`,
        );
        await run(staging.siteId, add('Later on staging'));
        const merged = await publish(STAGING, ['comments']);
        assert.deepEqual([merged?.renumbered, merged?.left], [1, 0]);
        const { titles, comments } = await seen(live.siteId);
        assert.ok(titles.includes('Later on live') && titles.includes('Later on staging'), titles.join());
        assert.ok(comments.includes('A question on Later on live'), comments.join());
      });
    },
  );
