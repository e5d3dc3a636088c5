/** An image or style sheet in page tests: an address that nobody requests. */
export default '/asset';
