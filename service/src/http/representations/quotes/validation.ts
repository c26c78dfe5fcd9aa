import { Type } from 'typebox';
import { say } from '../../../base/locale.js';
import type { JsonText, View } from '../../../base/view.js';
import type { Location, ValidationRules } from '../../../catalogue/location.js';
import { addressSchema } from '../field-schemas.js';
import { array, flag, object, text } from '../json-text.js';

const absolute = (path: string, { siteUrl }: View): string => (path.startsWith('/') ? siteUrl + path : path);

const steps = (rules: ValidationRules, view: View): JsonText =>
  array(
    rules.steps.map(({ instructions, iconPath }) =>
      object({
        instructions: text(say(instructions, view.locale)),
        icon: object({ path: text(absolute(iconPath, view)) }),
      }),
    ),
  );

const required = (isRequired: boolean): JsonText => text(isRequired ? 'required' : 'hidden');

const stepsSchema = Type.Array(
  Type.Object({ instructions: Type.String(), icon: Type.Object({ path: addressSchema }) }),
);
const requirementSchema = Type.Enum(['required', 'optional', 'hidden']);

export const optionValidationSchema = Type.Object({
  require_license_plate: Type.Boolean(),
  display: Type.Object({ scan_code: requirementSchema }),
  validation_steps: stepsSchema,
});

export const passValidationSchema = Type.Object({
  display_message: Type.String(),
  require_license_plate: Type.Boolean(),
  require_printout: Type.Boolean(),
  steps: stepsSchema,
  scan_code: Type.Object({
    code: Type.String(),
    format: Type.String(),
    qr_error_correction_level: Type.String(),
  }),
  display: Type.Record(Type.String(), requirementSchema),
});

/** How one gets in, as a purchase option says it before booking. */
export const optionValidation = ({ validation }: Location, view: View): JsonText =>
  object({
    require_license_plate: flag(validation.requiresLicensePlate),
    display: object({ scan_code: text(validation.scanCode) }),
    validation_steps: steps(validation, view),
  });

/** How one gets in with this parking pass. */
export const passValidation = ({ validation }: Location, passCode: string, view: View): JsonText =>
  object({
    display_message: text(say(validation.displayMessage, view.locale)),
    require_license_plate: flag(validation.requiresLicensePlate),
    require_printout: flag(validation.requiresPrintout),
    steps: steps(validation, view),
    scan_code: object({ code: text(passCode), format: text('QR'), qr_error_correction_level: text('M') }),
    display: object({
      pass_number: required(true),
      scan_code: text(validation.scanCode),
      license_plate: required(validation.requiresLicensePlate),
      full_price: required(false),
      pricing_codes: required(false),
      gate_button: required(false),
      print_instructions: required(validation.requiresPrintout),
    }),
  });
