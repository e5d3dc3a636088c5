/** Whether a text of a test file says that it is part of the campaign. */
export function saysCampaign(text: string): boolean;
