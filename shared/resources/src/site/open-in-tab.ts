/**
 * Shows the address that a call returns in a new tab. The tab opens with the click, because one that opens after the
 * response would be blocked as a pop-up; where it is blocked all the same, the address replaces this page. Without an address it closes.
 */
export async function openInTab(ask: () => Promise<{ url: string | null }>): Promise<void> {
  const tab = window.open('', '_blank');
  if (tab) tab.opener = null;
  try {
    const { url } = await ask();
    if (url === null) tab?.close();
    else if (tab) tab.location.replace(url);
    else window.location.assign(url);
  } catch (error) {
    tab?.close();
    throw error;
  }
}
