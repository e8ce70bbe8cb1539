//! What a certificate claims, and what it was made from.

use suppose_lts::System;
use suppose_lts::product::Witness;
use suppose_prove::method;
use suppose_prove::outcome::Restriction;

/// What a certificate can claim of some answers.
#[derive(Clone, Debug)]
pub struct Claims {
    /// The system that the certificate is about.
    pub system: System,
    /// What is claimed of it; nothing when nothing can be.
    pub provenance: Provenance,
    /// The names under which [`Inquiry::certified`](crate::Inquiry::certified) builds the system again.
    pub properties: Vec<String>,
    /// For each result of the certificate the component that it is about, and whether it holds.
    pub expected: Vec<(String, bool)>,
    /// Answers that can have no certificate, and why.
    pub unclaimed: Vec<Unclaimed>,
}

/// What shows the claims.
#[derive(Clone, Debug)]
pub enum Provenance {
    /// Answers with proofs or witnesses.
    Answers(Vec<method::Answer>),
    /// No component fails, because of transitions that can never happen.
    NoneFails(Restriction),
    /// One component fails.
    OneFails {
        /// The component.
        watched: usize,
        /// The run of all components that shows it.
        witness: Witness,
    },
}

/// An answer that a certificate does not have.
#[derive(Clone, Debug)]
pub struct Unclaimed {
    /// The property.
    pub property: String,
    /// Why there is none.
    pub why: String,
}

impl Claims {
    /// Claims nothing.
    pub fn nothing(unclaimed: Vec<Unclaimed>) -> Self {
        Self {
            system: System::default(),
            provenance: Provenance::Answers(Vec::new()),
            properties: Vec::new(),
            expected: Vec::new(),
            unclaimed,
        }
    }
}
