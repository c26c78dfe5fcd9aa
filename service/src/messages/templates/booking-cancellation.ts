import { template } from './template.js';

const english = {
  subject: 'Booking {booking_id} is cancelled',
  text: `Your parking at {location_name} from {start_time} to {end_time} (booking {booking_id}) is
cancelled. Its parking pass is no longer good.
`,
  sms: 'Parking {booking_id} at {location_name}, {start_time}, is cancelled.',
};

export const bookingCancellation = template({
  values: ['booking_id', 'location_name', 'start_time', 'end_time'],
  isSecret: false,
  texts: {
    'en-US': english,
    'en-CA': english,
    'fr-CA': {
      subject: 'La réservation {booking_id} est annulée',
      text: `Votre stationnement à {location_name}, de {start_time} à {end_time} (réservation {booking_id}), est
annulé. Son titre de stationnement n'est plus valable.
`,
      sms: 'Le stationnement {booking_id}, {location_name}, {start_time}, est annulé.',
    },
  },
});
