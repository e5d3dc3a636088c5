-- Why a site was left out is a code from here on; what is not among these was written by a still older version and stays as it is.
UPDATE "extension_run_site" SET "refused" = reason.code FROM (VALUES
  ('not_ready', 'The site is not ready. Only a ready site can be changed.'),
  ('other_plan', 'Another plan that has not ended changes this site. Finish or stop that plan first.'),
  ('no_wordpress', 'This is not a WordPress site.'),
  ('gone', 'This site was deleted or moved.'),
  ('busy', 'This site is being changed. Wait until that finishes.'),
  ('has_version', 'This version is already installed.'),
  ('no_newer', 'There is no newer version for this site in your library.'),
  ('not_inactive', 'It is already active here, or not installed.'),
  ('not_active', 'It is not active here.'),
  ('not_installed', 'It is not installed here.')
) AS reason(code, sentence) WHERE "refused" = reason.sentence;
