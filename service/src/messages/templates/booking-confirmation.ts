import { template } from './template.js';

const english = {
  subject: 'Booking {booking_id}: {location_name}',
  text: `Your parking is booked.

Booking:  {booking_id}
Where:    {location_name}
          {location_address}
From:     {start_time}
To:       {end_time}
Price:    {price_paid}

Your parking pass: {pass_url}
`,
  sms: 'Parking {booking_id} at {location_name}, {start_time} to {end_time}. Pass: {pass_url}',
};

const french = {
  subject: 'Réservation {booking_id} : {location_name}',
  text: `Votre stationnement est réservé.

Réservation :  {booking_id}
Lieu :         {location_name}
               {location_address}
De :           {start_time}
À :            {end_time}
Prix :         {price_paid}

Votre titre de stationnement : {pass_url}
`,
  sms: 'Stationnement {booking_id}, {location_name}, {start_time} à {end_time}. Titre : {pass_url}',
};

/** To whoever booked; times and price already written as people of the place read them. */
export const bookingConfirmation = template({
  values: [
    'booking_id',
    'location_name',
    'location_address',
    'start_time',
    'end_time',
    'price_paid',
    'pass_url',
  ],
  isSecret: false,
  english,
  french,
});
