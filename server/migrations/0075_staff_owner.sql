-- Everybody of the staff could do everything before there were roles.
UPDATE "user" SET "staff_role" = 'owner' WHERE "role" = 'admin';
