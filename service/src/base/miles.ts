export const metersPerMile = 1609.344;
