/** What a picture or a style sheet is in page tests: its address, which nobody fetches. */
export default '/asset';
