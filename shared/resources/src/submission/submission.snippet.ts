/** A form for a page of a site, as a customer copies it. It is text: the panel never renders it. */
export const FORM_SNIPPET = `<form action="/.panel/forms/contact" method="post">
  <label>Name <input name="name" required></label>
  <label>Email <input name="email" type="email" required></label>
  <label>Message <textarea name="message" required></textarea></label>
  <input name="_gotcha" hidden tabindex="-1" autocomplete="off">
  <input name="_next" type="hidden" value="/">
  <button>Send</button>
</form>`;
