export const forecast = (days: number): string => `Sunny for ${days} days.`;
