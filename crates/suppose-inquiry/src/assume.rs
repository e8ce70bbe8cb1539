//! What is asked when an assumption is wanted: components, what is watched, and the actions of the
//! environment.

use suppose_base::ActionId;
use suppose_lts::{Origins, System};

/// What a user asks for, in names.
#[derive(Clone, Debug, Default)]
pub struct OpenRequest {
    /// The components, separated by commas; the only one if nothing is said.
    pub component: Option<String>,
    /// The property; the only one if nothing is said.
    pub property: Option<String>,
    /// The actions of the environment, separated by commas; what the rest of the target shares if nothing is
    /// said.
    pub interface: Option<String>,
    /// Other names that mean all components: that of the only file, say.
    pub aliases: Vec<String>,
}

/// The same in ids.
#[derive(Clone, Debug)]
pub struct OpenQuestion {
    /// The system.
    pub system: System,
    /// For each component, where its actions are written.
    pub origins: Vec<Origins>,
    /// The components in order; what is watched is among them when it is a component itself.
    pub components: Vec<usize>,
    /// What is watched.
    pub property: usize,
    /// The actions of the environment, sorted by number.
    pub interface: Vec<ActionId>,
    /// What the property is called, where it is not called as what is watched.
    pub property_name: Option<String>,
    /// What the components are called, where one stands for several.
    pub component_names: Vec<String>,
}

impl OpenQuestion {
    /// The name of the property.
    pub fn property_name(&self) -> &str {
        self.property_name.as_deref().unwrap_or(&self.system.components[self.property].name)
    }

    /// The names of the components.
    pub fn component_names(&self) -> Vec<&str> {
        if self.component_names.is_empty() {
            self.components.iter().map(|&i| self.system.components[i].name.as_str()).collect()
        } else {
            self.component_names.iter().map(String::as_str).collect()
        }
    }

    /// The components and, last, what is watched.
    pub fn searched(&self) -> Vec<usize> {
        let mut all: Vec<usize> = self.components.iter().copied().filter(|&i| i != self.property).collect();
        all.push(self.property);
        all
    }
}
