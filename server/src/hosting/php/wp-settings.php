<?php
/**
 * Loaded by the configuration of a site instead of WordPress, when database.php needs nothing but its constants.
 */
