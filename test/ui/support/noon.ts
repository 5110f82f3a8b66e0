const hour = new Date().getUTCHours() - 12;

/** A time zone in which it is noon, so that all that happened in the last hours was today. */
export const noon = { timezoneId: `Etc/GMT${hour < 0 ? '' : '+'}${String(hour)}` };
