-- The certificates of a deleted partner's panel go with it, as those of its sites domain do (0037).
CREATE TRIGGER partner_panel_certificates_removed AFTER DELETE ON partner FOR EACH ROW EXECUTE FUNCTION owner_certificates_removed('panel');
